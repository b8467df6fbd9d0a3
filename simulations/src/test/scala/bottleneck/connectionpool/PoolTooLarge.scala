package bottleneck.connectionpool

import bottleneck.lab.explain.record.Expectation
import bottleneck.lab.explain.theory.{PoolLimit, Prediction}
import bottleneck.lab.{Setup, Simulated, Workload}
import bottleneck.lab.target.{ClosedLoad, Load}
import scala.concurrent.duration._

/** Pools that together are larger than the database's max_connections allows (pools/too-many). */
object PoolTooLarge {
  def of(connections: Int, instances: Int): Setup = Setup(
    PoolTooLargeStudy.trial(connections, instances),
    setting(connections).target.copy(instances = instances),
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
          failures = Answer.expectedFailures
        ),
        calibration = Some(holding.calibration)
      )
  )

  private[connectionpool] val holding = Holding(50.millis)
  private val maxConnections = 25

  /** One is reserved for superusers, which the lab takes to watch the database. */
  private[connectionpool] val available = maxConnections - 1

  private[connectionpool] val fitting = 20
  private[connectionpool] val tooLarge = 50

  private def setting(connections: Int): PoolSetting = PoolSetting(connections, maxConnections = maxConnections)

  private def load(arrival: FiniteDuration, judged: FiniteDuration): Load =
    ClosedLoad(users = 150, arrival, settle = 6.seconds, 6.seconds + judged, Some(holding.warmUp))
}

final class PoolThatFits extends Simulated(PoolTooLarge.of(PoolTooLarge.fitting, instances = 1))

final class PoolAboveMaxConnections extends Simulated(PoolTooLarge.of(PoolTooLarge.tooLarge, instances = 1))

/** Each pool fits, both together do not. */
final class PoolsAboveMaxConnections extends Simulated(PoolTooLarge.of(PoolTooLarge.fitting, instances = 2))
