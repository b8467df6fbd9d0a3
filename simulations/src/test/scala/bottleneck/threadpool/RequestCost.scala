package bottleneck.threadpool

import bottleneck.lab.explain.page.Numbers
import bottleneck.lab.explain.record.Result
import bottleneck.lab.explain.statistics.Outcome

/** What a request costs a service, and how long the slowest takes, both within the window.
  *
  * @param cpuMs
  *   on a machine as fast at JVM work as the reference
  * @param switches
  *   how often a thread of the service left a core
  * @param slowestMs
  *   answered or not
  * @param sleepMs
  *   what the slowest takes by theory where CPUs cost no time: it sleeps, and waits for a thread
  * @param busy
  *   part of the machine's cores that are in use, 0 to 1
  */
private[threadpool] final case class RequestCost(
    cpuMs: Double,
    switches: Double,
    slowestMs: Double,
    sleepMs: Double,
    busy: Double
) {

  /** Whether what needs less of the cores waits shorter for them. */
  def isBusy: Boolean = busy >= RequestCost.mostlyInUse
}

private[threadpool] object RequestCost {
  private val mostlyInUse = 0.8

  def of(run: Result): Option[RequestCost] = for {
    cores <- run.server.cpu.service
    if run.total.throughput > 0
    speed <- run.machine.speed.flatMap(_.jvm.mean)
    switches <- ContextSwitches.of(run)
    used <- run.server.cpu.whole.machine
    order <- run.measured.byLoad.order
  } yield RequestCost(
    cores / run.total.throughput * 1000 * speed,
    switches,
    slowestMs(run.total),
    order.slowestMs,
    used / run.machine.cpus
  )

  /** What each of several runs shows. */
  def listed(costs: Vector[RequestCost]): String = {
    def all(each: RequestCost => String): String = costs.map(each).mkString(", ")
    s"the slowest took ${all(cost =>
        Numbers.millis(cost.slowestMs)
      )} (theory, of sleep and wait for a thread: ${all(cost => Numbers.millis(cost.sleepMs))}), a request ${all(cost =>
        Numbers.millis(cost.cpuMs)
      )} of CPU time (at the reference's speed) and ${all(cost => Numbers.plain(cost.switches))} context switches, and ${all(
        cost => Numbers.percent(cost.busy)
      )} of the cores were in use"
  }

  def slowestMs(of: Outcome): Double =
    (of.latencyMs ++ of.failedLatencyMs).map(_.max.toDouble).maxOption.getOrElse(0.0)
}
