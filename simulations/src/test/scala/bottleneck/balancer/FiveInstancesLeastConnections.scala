package bottleneck.balancer

import bottleneck.Dsl._
import bottleneck.latency.{Instances, Sleeping}

/** `latency.FiveInstances` with its users on one address, which HAProxy spreads over the instances. */
final class FiveInstancesLeastConnections extends Instances("5 instances behind HAProxy, leastconn", 5) {

  /** Every instance is as busy as all others, so a check waits as long as a request. */
  private val check = HealthCheck("/health", interval = 2.seconds, timeout = 10.seconds, fall = 3, rise = 2)

  override def target: Target =
    super.target.copy(balancer = Some(Balancer(Policy.LeastConnections, check, serverTimeout = Sleeping.timeout)))
}
