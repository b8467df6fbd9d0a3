package bottleneck.connectionpool

import bottleneck.lab.{Experiment, Workload}
import bottleneck.lab.explain.theory.Prediction
import bottleneck.lab.target.{ClosedLoad, Load}
import scala.concurrent.duration._

/** Pools that together are larger than the database's max_connections allows (pools/too-many). */
abstract class PoolTooLarge(connections: Int, instances: Int)
    extends Experiment(
      PoolTooLargeStudy.trial(connections, instances),
      PoolTooLarge.setting(connections).target.copy(instances = instances),
      _.choose(
        quick = PoolTooLarge.load(arrival = 2.seconds, judged = 16.seconds),
        full = PoolTooLarge.load(arrival = 20.seconds, judged = 60.seconds)
      )
    ) {
  measure(
    Workload(
      PoolTooLarge.holding.requests,
      Vector(someAnswer),
      calibration = Some(PoolTooLarge.holding.calibration),
      limits = Vector(Prediction.users(load.users, PoolTooLarge.holding.time)),
      connections = statements => {
        // what there is, not what was asked for
        val all = math.min(connections * instances, PoolTooLarge.available)
        Some(Prediction.connections(all, 1, PoolTooLarge.holding.time, statements))
      },
      expectedFailures = Answer.expectedFailures
    )
  )
}

object PoolTooLarge {
  private[connectionpool] val holding = HoldingStudy.at50ms.holding
  private val maxConnections = 25

  /** One is reserved for superusers, which the lab takes to watch the database. */
  private[connectionpool] val available = maxConnections - 1

  private[connectionpool] val fitting = 20
  private[connectionpool] val tooLarge = 50

  private def setting(connections: Int): PoolSetting = PoolSetting(connections, maxConnections = maxConnections)

  private def load(arrival: FiniteDuration, judged: FiniteDuration): Load =
    ClosedLoad(users = 150, arrival, settle = 6.seconds, 6.seconds + judged, Some(holding.warmUp))
}

final class PoolThatFits extends PoolTooLarge(PoolTooLarge.fitting, instances = 1)

final class PoolAboveMaxConnections extends PoolTooLarge(PoolTooLarge.tooLarge, instances = 1)

/** Each pool fits, both together do not. */
final class PoolsAboveMaxConnections extends PoolTooLarge(PoolTooLarge.fitting, instances = 2)
