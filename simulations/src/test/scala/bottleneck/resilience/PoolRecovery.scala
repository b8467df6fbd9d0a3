package bottleneck.resilience

import bottleneck.ServiceProperties
import bottleneck.connectionpool.Answer
import bottleneck.lab.explain.record.{ErrorKind, Expectation}
import bottleneck.lab.explain.theory.Disruption
import bottleneck.lab.target._
import bottleneck.lab.{Setup, Simulated, Workload}
import io.gatling.core.Predef._
import io.gatling.http.Predef._
import scala.concurrent.duration._

/** Ten users read over a pool of ten connections while the database, or the network to it, fails. */
object PoolRecovery {
  def of(outage: Outage, timeouts: Timeouts): Setup = Setup(
    PoolRecoveryStudy.trial(outage, timeouts),
    Target(
      instances = 1,
      Map(ServiceProperties.poolSize -> connections.toString) ++ timeouts.properties,
      Some(Database(maxConnections = 25, Index.Keyset, roundTrip = 500.micros)),
      training = ServiceProperties.training
    ),
    _.choose(quick = load(judged = 30.seconds), full = load(judged = 120.seconds)),
    context =>
      Workload(
        exec(http("GET /workload/db").get("/workload/db?millis=20").requestTimeout(patience).check(Answer.checks: _*))
          .pause(think),
        Expectation(
          failures = Vector(ErrorKind.connectionLost, ErrorKind.noDatabaseConnection, ErrorKind.requestTimedOut),
          disruption = Some(outage.expected(timeouts, context.load.duration - context.load.judgedFrom - after))
        ),
        intervention = Some(MakeFail(after, outage.fault))
      )
  )

  private[resilience] val connections = 10

  /** How long a user waits: longer than the stall. */
  private[resilience] val patience = 8.seconds

  /** As many as there are connections: no user waits for another. */
  private val users = connections
  private[resilience] val think = 80.millis
  private val after = 4.seconds

  /** Without a warm-up: what is to be seen are seconds, and a request needs few ms of CPU. */
  private def load(judged: FiniteDuration): Load =
    ClosedLoad(
      users,
      1.second,
      settle = 2.seconds,
      2.seconds + judged,
      warmUp = None,
      think
    )
}

/** How the pool is set.
  *
  * @param socketTimeout
  *   how long PostgreSQL's driver waits for an answer; none: for ever
  */
private[resilience] sealed abstract class Timeouts(
    val name: String,
    val properties: Map[String, String],
    val socketTimeout: Option[FiniteDuration]
)

private[resilience] object Timeouts {
  private val socket = 2.seconds
  private val hikari = "spring.datasource.hikari"

  /** How long the pool waits for a connection that it tests. */
  val validation: FiniteDuration = 1.second

  case object Defaults extends Timeouts("Hikari's defaults", Map.empty, socketTimeout = None)

  case object Tuned
      extends Timeouts(
        "tuned timeouts",
        Map(
          s"$hikari.data-source-properties.socketTimeout" -> socket.toSeconds.toString,
          s"$hikari.data-source-properties.connectTimeout" -> socket.toSeconds.toString,
          s"$hikari.validation-timeout" -> validation.toMillis.toString,
          s"$hikari.keepalive-time" -> 30.seconds.toMillis.toString,
          s"$hikari.max-lifetime" -> 10.minutes.toMillis.toString
        ),
        Some(socket)
      )

  def all: Vector[Timeouts] = Vector(Defaults, Tuned)
}

/** What happens to the database, and what is expected of it. */
private[resilience] sealed abstract class Outage(val name: String, val fault: Fault) {

  /** @param left
    *   from the fault to the end of the window
    */
  def expected(timeouts: Timeouts, left: FiniteDuration): Disruption
}

private[resilience] object Outage {
  private val down = 2.seconds
  private val stall = 5.seconds

  /** What a stall that is over takes to be seen by the next answer, on a slow machine. */
  private val margin = 500.millis

  /** Each connection of the pool is broken once. */
  private val once = 0 -> Some(PoolRecovery.connections)

  case object Restart extends Outage("database restarted", Fault.Restart(Part.Database, inOrder = true, down)) {

    /** Connecting to a closed port fails at once, so no timeout matters; the pauses of the pool double. */
    override def expected(timeouts: Timeouts, left: FiniteDuration): Disruption = Disruption(
      down -> Some(3 * down),
      once,
      s"the database is away for $down and its start; the pool's attempts are ever further apart, by as long again at most; each of ${PoolRecovery.connections} connections fails once"
    )
  }

  case object Stall extends Outage("network stalled for 5 s", Fault.Stall(Part.Relay, stall)) {
    override def expected(timeouts: Timeouts, left: FiniteDuration): Disruption = timeouts.socketTimeout match {
      case None => Disruption(stall -> Some(stall + margin), 0 -> Some(0), "who waits is answered when it is over")
      case Some(timeout) =>
        Disruption(
          // once they have failed, all of them may think at once, and nobody waits
          stall - timeout - PoolRecovery.think -> Some(stall + margin),
          1 -> once._2,
          s"each statement under way fails after $timeout; then users wait for new connections, which are ready when it is over, or $timeout later"
        )
    }
  }

  case object Lost extends Outage("connections lost in silence", Fault.LoseConnections) {
    override def expected(timeouts: Timeouts, left: FiniteDuration): Disruption = timeouts.socketTimeout match {
      case None =>
        val rounds = (left / PoolRecovery.patience).toInt
        Disruption(
          // in between all of them may think at once
          PoolRecovery.patience -> None,
          PoolRecovery.connections -> Some((rounds + 1) * PoolRecovery.connections),
          s"nobody ever answers on them: all ${PoolRecovery.connections} users give up every ${PoolRecovery.patience} until the load ends"
        )
      case Some(timeout) =>
        Disruption(
          timeout -> Some(timeout + Timeouts.validation + margin),
          1 -> once._2,
          s"each statement under way fails after $timeout; a connection that was idle is tested first, and given up after ${Timeouts.validation}"
        )
    }
  }

  def all: Vector[Outage] = Vector(Restart, Stall, Lost)
}

final class DatabaseRestartDefaults extends Simulated(PoolRecovery.of(Outage.Restart, Timeouts.Defaults))
final class DatabaseRestartTuned extends Simulated(PoolRecovery.of(Outage.Restart, Timeouts.Tuned))
final class NetworkStallDefaults extends Simulated(PoolRecovery.of(Outage.Stall, Timeouts.Defaults))
final class NetworkStallTuned extends Simulated(PoolRecovery.of(Outage.Stall, Timeouts.Tuned))
final class LostConnectionsDefaults extends Simulated(PoolRecovery.of(Outage.Lost, Timeouts.Defaults))
final class LostConnectionsTuned extends Simulated(PoolRecovery.of(Outage.Lost, Timeouts.Tuned))
