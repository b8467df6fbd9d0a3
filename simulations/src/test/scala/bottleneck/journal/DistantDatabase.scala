package bottleneck.journal

import bottleneck.ServiceProperties
import bottleneck.connectionpool.AnswerCheck
import bottleneck.lab.explain.record.{Expectation, Trial}
import bottleneck.lab.explain.theory.PoolLimit
import bottleneck.lab.{Setup, Simulated, Workload}
import bottleneck.lab.settings.Scale
import bottleneck.lab.target._
import scala.concurrent.duration._

/** Pages with the published index, from a database some way off, on few or many connections (tuning/index). */
object DistantDatabase {
  def of(connections: Int, roundTrip: FiniteDuration): Setup = setup(
    DistantDatabaseStudy.trial(connections, roundTrip),
    connections,
    roundTrip,
    timeout = 30.seconds,
    _.choose(
      quick = load(users = 64, arrival = 1.second, judged = 16.seconds),
      full = load(users = 64, arrival = 20.seconds, judged = 60.seconds)
    )
  )

  /** Rising users until requests time out on a connection. Arrivals are faster and the timeout shorter than the
    * source's, so some hundreds suffice. The distant database makes connections the limit on every machine.
    */
  def crowd(connections: Int, roundTrip: FiniteDuration): Setup = setup(
    DistantDatabaseStudy.crowd(connections),
    connections,
    roundTrip,
    timeout = 1.second,
    _.choose(
      quick = load(users = 800, arrival = 16.seconds, judged = 12.seconds),
      full = load(users = 2000, arrival = 200.seconds, judged = 60.seconds)
    )
  )

  private val settle = 3.seconds

  private def load(users: Int, arrival: FiniteDuration, judged: FiniteDuration): Load =
    ClosedLoad(users, arrival, settle, settle + judged, Some(WarmUp(users = 4)))

  private def setup(
      trial: Trial,
      connections: Int,
      roundTrip: FiniteDuration,
      timeout: FiniteDuration,
      loadAt: Scale => Load
  ): Setup = Setup(
    trial,
    Target(
      instances = 1,
      Map(
        ServiceProperties.poolSize -> connections.toString,
        ServiceProperties.connectionTimeout -> timeout.toMillis.toString,
        // one for each user, so that a connection is all that is waited for
        ServiceProperties.threads -> "2000"
      ),
      Some(Database(maxConnections = 25, Index.Published, roundTrip = roundTrip)),
      jvm = ServiceProperties.warmSooner,
      training = ServiceProperties.training
    ),
    loadAt,
    context => {
      val reading = new Reading(context.data, AnswerCheck.checks)
      Workload(
        reading.pages,
        Expectation(pool = Some(PoolLimit(connections)), failures = AnswerCheck.expectedFailures),
        explained = reading.paths.dropRight(1)
      )
    }
  )
}

final class DistantDatabase0Connections05 extends Simulated(DistantDatabase.of(5, Duration.Zero))
final class DistantDatabase0Connections23 extends Simulated(DistantDatabase.of(23, Duration.Zero))
final class DistantDatabase1Connections05 extends Simulated(DistantDatabase.of(5, 1.milli))
final class DistantDatabase1Connections23 extends Simulated(DistantDatabase.of(23, 1.milli))
final class DistantDatabase5Connections05 extends Simulated(DistantDatabase.of(5, 5.millis))
final class DistantDatabase5Connections23 extends Simulated(DistantDatabase.of(23, 5.millis))
final class DistantDatabaseCrowd extends Simulated(DistantDatabase.crowd(5, 5.millis))
