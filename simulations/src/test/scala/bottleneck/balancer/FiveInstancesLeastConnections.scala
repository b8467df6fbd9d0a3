package bottleneck.balancer

import bottleneck.lab.Simulated
import bottleneck.lab.target.{Balancer, HealthCheck, Policy}
import bottleneck.latency.{LatencyStudy, RandomLatency}
import scala.concurrent.duration._

/** `latency.FiveInstances` with its users on one address, which HAProxy spreads over the instances. */
final class FiveInstancesLeastConnections
    extends Simulated(
      RandomLatency.of(
        LatencyStudy.leastConnections,
        RandomLatency.quick(5),
        RandomLatency.full(5),
        Some(RandomLatency.quick(5).target.copy(balancer = Some(FiveInstancesLeastConnections.balancer)))
      )
    )

object FiveInstancesLeastConnections {

  /** Every instance is as busy as all others, so a check waits as long as a request. */
  private val check = HealthCheck("/health", interval = 2.seconds, timeout = 10.seconds, fall = 3, rise = 2)

  private val balancer = Balancer(Policy.LeastConnections, check, serverTimeout = RandomLatency.timeout)
}
