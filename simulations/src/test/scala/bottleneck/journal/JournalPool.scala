package bottleneck.journal

import bottleneck.lab.explain.record.Expectation
import bottleneck.ServiceProperties
import bottleneck.connectionpool.AnswerCheck
import bottleneck.lab.{ByTurns, Setup, Simulated, Workload}
import bottleneck.lab.target._
import scala.concurrent.duration._

/** Users come one by one until a pool of connections refuses some, and go on coming (tuning/no-index-pool-23). Hikari
  * keeps all connections open, as its minimum-idle is its maximum unless set.
  */
object JournalPool {
  def of(connections: Int, index: Index): Setup = Setup(
    JournalPoolStudy.trial(connections, index),
    target(connections, index),
    _.choose(
      quick = load(users = 150, arrival = 24.seconds, judged = 14.seconds),
      full = load(users = 1500, arrival = 1500.seconds, judged = 120.seconds)
    ),
    context => {
      val reading = new Reading(context.data, AnswerCheck.checks)
      Workload(
        reading.pagesAndAJournal,
        Expectation(failures = AnswerCheck.expectedFailures),
        explained = reading.paths
      )
    }
  )

  /** With single pages: a turn is short. */
  def byTurns(connections: Int): Setup =
    of(connections, Index.None).copy(workload = context => Workload(new Reading(context.data).firstPage))

  /** Settling time, longer than most requests wait. */
  private val settle = 4.seconds

  private def load(users: Int, arrival: FiniteDuration, judged: FiniteDuration): Load =
    ClosedLoad(users, arrival, settle, settle + judged, Some(WarmUp(users = 2, onKeyset = true)))

  /** Target with a tenth of the source's timeout of 15 s, as the load is shorter; more threads than users, so that they
    * wait for connections only; and one core for the database, so that the generator keeps its own.
    */
  private def target(connections: Int, index: Index): Target = Target(
    instances = 1,
    Map(
      ServiceProperties.poolSize -> connections.toString,
      ServiceProperties.connectionTimeout -> "1500",
      ServiceProperties.threads -> "400"
    ),
    Some(Database(maxConnections = 25, index)),
    jvm = ServiceProperties.warmSooner,
    cpus = CpuLimits(database = Some(1)),
    atFullScale = Map(ServiceProperties.connectionTimeout -> "15000", ServiceProperties.threads -> "1600"),
    training = ServiceProperties.training
  )
}

final class JournalPool5 extends Simulated(JournalPool.of(JournalPoolStudy.few, Index.None))

/** Pool of all but two of the database's connections: one is the lab's, one is reserved. */
final class JournalPool23 extends Simulated(JournalPool.of(JournalPoolStudy.many, Index.None))

final class JournalPool5WithIndex extends Simulated(JournalPool.of(JournalPoolStudy.few, Index.Published))

final class JournalPool23WithIndex extends Simulated(JournalPool.of(JournalPoolStudy.many, Index.Published))

/** Users that both pools are too small for, and that wait for less than the time-out. */
final class JournalPoolByTurns
    extends ByTurns(
      JournalPool.byTurns(JournalPoolStudy.many),
      JournalPool.byTurns(JournalPoolStudy.few),
      users = 30
    )
