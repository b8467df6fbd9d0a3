package bottleneck.balancer

import bottleneck.Dsl._
import bottleneck.latency.{LatencyStudy, RandomLatency}

/** `latency.FiveInstances` with its users on one address, which HAProxy spreads over the instances. */
final class FiveInstancesLeastConnections
    extends RandomLatency(LatencyStudy.leastConnections, RandomLatency.quick(5), RandomLatency.full(5)) {

  /** Every instance is as busy as all others, so a check waits as long as a request. */
  private val check = HealthCheck("/health", interval = 2.seconds, timeout = 10.seconds, fall = 3, rise = 2)

  override def target: Target = RandomLatency
    .quick(5)
    .target
    .copy(balancer = Some(Balancer(Policy.LeastConnections, check, serverTimeout = RandomLatency.timeout)))
}
