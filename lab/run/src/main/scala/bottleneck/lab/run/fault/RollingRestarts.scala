package bottleneck.lab.run.fault

import bottleneck.lab.run.balancer.{HaProxy, Marked}
import bottleneck.lab.run.process.StopSignal
import bottleneck.lab.run.service.ServiceInstance
import bottleneck.lab.target.{HealthCheck, RollingRestart}
import scala.concurrent.duration._

/** Starts instances again behind their balancer, one after the other.
  *
  * @param step
  *   records what has this name
  */
private final class RollingRestarts(target: FailingTarget, step: String => (=> Unit) => Unit) {
  import RollingRestarts._

  def carryOut(asked: RollingRestart): Unit = for {
    balancer <- target.balancer.toVector
    n <- 1 to target.service.size
    instance <- target.service.instance(n)
  } step(s"restart ${instance.name}")(restart(asked, instance, balancer))

  private def restart(asked: RollingRestart, instance: ServiceInstance, balancer: HaProxy): Unit = {
    val before = balancer.marked(instance.name)
    def marked: Marked = balancer.marked(instance.name)
    val bound = noticedWithin(balancer.healthCheck)
    if (asked.readiness) instance.accept(requests = false)
    if (asked.drained) await(bound)(marked.down > before.down)
    instance.failing.process.restart(StopSignal.Terminate, Duration.Zero, endsWithin)
    instance.failing.awaitReady()
    // it may have been back before the balancer noticed
    await(bound)(marked.down > before.down)
    await(bound)(marked.up - before.up >= marked.down - before.down)
  }
}

private object RollingRestarts {
  private val poll = 20.millis

  /** Longer than Spring Boot waits for requests under way: 30 s. */
  private val endsWithin = 60.seconds

  /** How long the balancer takes at most to mark an instance down or up. */
  def noticedWithin(check: HealthCheck): FiniteDuration =
    (check.interval + check.timeout) * math.max(check.fall, check.rise).toLong

  private def await(within: FiniteDuration)(condition: => Boolean): Unit = {
    val deadline = within.fromNow
    while (!condition && deadline.hasTimeLeft()) Thread.sleep(poll.toMillis)
  }
}
