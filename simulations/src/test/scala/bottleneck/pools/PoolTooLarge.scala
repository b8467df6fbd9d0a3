package bottleneck.pools

import bottleneck.AnswerCheck
import bottleneck.Dsl._
import bottleneck.hikari.{HoldingSweep, PoolSetting}
import bottleneck.lab.claims.verdict.{Sentence, Study}

/** A pool of more connections than are `available` of the database for all instances together, 24 as in the source
  * `tuning` with max_connections 25, where users need them (pools/too-many).
  */
abstract class PoolTooLarge(connections: Int, available: Int, instances: Int = 1)
    extends Experiment(
      "pool-too-large",
      s"${if (instances == 1) "" else s"$instances × "}$connections connections, $available given"
    ) {
  private val holding = HoldingSweep.at300ms.holding

  /** By Little's law a request waits 0.3 s with all connections of the pool, and 4.4 s with those that the database
    * grants: below and above the pool's timeout of 3 s.
    */
  private val users = 200

  /** Connections reserved for superusers; the lab uses one to observe the database. */
  private val reserved = 1

  override def target =
    PoolSetting(connections, threads = users, maxConnections = available + reserved).target.copy(instances = instances)
  override def load =
    ClosedLoad.ofWindow(users, arrival = 2.seconds, settle = 6.seconds, window = 16.seconds, holding.warmUp)
  override def fullLoad = load.copy(arrival = 20.seconds).judgedFor(60.seconds)
  override def requests(run: RunContext) = holding.requests
  override def calibrationRequests(run: RunContext) = Some(holding.calibration)
  override def expectation(run: RunContext) = Expectation(
    Vector(Limit.users(run.load.users, holding.time)),
    // what there is, not what was asked for
    Some(PoolLimit(math.min(connections * instances, available), holding.time)),
    failures = AnswerCheck.expectedFailures
  )
}

final class PoolThatFits extends PoolTooLarge(130, available = 150)
final class PoolAboveMaxConnections extends PoolTooLarge(130, available = 24)

/** Pool of the size that the database grants: too small for the load. */
final class PoolOfWhatIsGiven extends PoolTooLarge(24, available = 24)

/** Each pool fits, both together do not. */
final class PoolsAboveMaxConnections extends PoolTooLarge(20, available = 24, instances = 2)

/** Study: a pool larger than the database can fill. */
object PoolTooLargeStudy {
  val study: Study = Study(
    id = "pool-too-large",
    title = "A pool above max_connections",
    question = "What happens under load when pools ask for more than the 24 connections that the database gives?",
    factor = "connections asked for",
    answer = Vector(
      "Keep instances × pool below max_connections: of a pool of 130 {pool.size[130 connections, 24 given]} connections existed, which answered {throughput[130 connections, 24 given]} where the whole pool answered {throughput[130 connections, 150 given]}, and {failed.pool.all%[130 connections, 24 given]} of the requests were refused."
    ),
    advice = Vector(
      "The service starts, because its pool needs one connection for that, and fills as far as it can; requests fail only where a thread waits longer than the connection timeout. The pool asks for the rest again and again: the database's log (postgres.log among a run's logs) records each refusal, and the next instance, a migration or psql gets only what is left.",
      Sentence(
        "A pool of 24, which asks for no more than it gets, failed {failed.pool.all%[24 connections, 24 given]}: it is the lack of connections that counts.",
        when = "failed.pool.all%[130 connections, 24 given] < 1.25 × failed.pool.all%[24 connections, 24 given]"
      ),
      "Two instances of 20 got {pool.size[2 × 20 connections, 24 given]} connections together, answered {throughput[2 × 20 connections, 24 given]} and failed {failed.pool.all[2 × 20 connections, 24 given]} requests, slowest {max[2 × 20 connections, 24 given]}. Count instances × pool, also during a rolling deployment, when there is one more."
    ),
    order = Vector(
      "130 connections, 150 given",
      "130 connections, 24 given",
      "24 connections, 24 given",
      "2 × 20 connections, 24 given"
    )
  )
}
