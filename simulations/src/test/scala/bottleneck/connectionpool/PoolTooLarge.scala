package bottleneck.connectionpool

import bottleneck.lab.explain.record.Expectation
import bottleneck.lab.explain.theory.{PoolLimit, Prediction}
import bottleneck.lab.{Setup, Simulated, Workload}
import bottleneck.lab.target.{ClosedLoad, Load}
import scala.concurrent.duration._

/** A pool of more connections than the database gives, where users need them (pools/too-many). */
object PoolTooLarge {

  /** @param available
    *   connections that the database gives, for all instances together
    */
  def of(connections: Int, available: Int, instances: Int = 1): Setup = Setup(
    PoolTooLargeStudy.trial(connections, available, instances),
    PoolSetting(connections, threads = users, maxConnections = available + reserved).target.copy(instances = instances),
    _.choose(
      quick = load(arrival = 2.seconds, judged = 16.seconds),
      full = load(arrival = 20.seconds, judged = 60.seconds)
    ),
    context =>
      Workload(
        holding.requests,
        Expectation(
          Vector(Prediction.users(context.load.users, holding.time)),
          // what there is, not what was asked for
          Some(PoolLimit(math.min(connections * instances, available), holding.time)),
          failures = AnswerCheck.expectedFailures
        ),
        calibration = Some(holding.calibration)
      )
  )

  private[connectionpool] val holding = HoldingStudy.at300ms.holding

  /** Users: by Little's law a request waits 0.3 s with all connections of the pool, and 4.4 s with those that the
    * database grants: below and above the pool's timeout of 3 s.
    */
  private[connectionpool] val users = 200

  private[connectionpool] val tooLarge = WorkStudy.many

  /** Connections, as in the source `tuning` with max_connections 25. */
  private[connectionpool] val few = 24

  private[connectionpool] val enough = 150

  /** Connections reserved for superusers; the lab uses one to observe the database. */
  private val reserved = 1

  private def load(arrival: FiniteDuration, judged: FiniteDuration): Load =
    ClosedLoad(users, arrival, settle = 6.seconds, 6.seconds + judged, Some(holding.warmUp))
}

final class PoolThatFits extends Simulated(PoolTooLarge.of(PoolTooLarge.tooLarge, PoolTooLarge.enough))

final class PoolAboveMaxConnections extends Simulated(PoolTooLarge.of(PoolTooLarge.tooLarge, PoolTooLarge.few))

/** Pool of the size that the database grants: too small for the load. */
final class PoolOfWhatIsGiven extends Simulated(PoolTooLarge.of(PoolTooLarge.few, PoolTooLarge.few))

/** Each pool fits, both together do not. */
final class PoolsAboveMaxConnections extends Simulated(PoolTooLarge.of(20, PoolTooLarge.few, instances = 2))
