package bottleneck.threadpool

import bottleneck.lab.explain.page.Numbers
import bottleneck.lab.explain.record.Result

/** What a request costs a service, and how long the slowest takes.
  *
  * @param cpuMs
  *   on a machine as fast at JVM work as the reference
  * @param switches
  *   how often a thread of the service left a core
  * @param slowestMs
  *   of the whole run, answered or not
  * @param busy
  *   part of the machine's cores that are in use, 0 to 1
  */
private[threadpool] final case class RequestCost(cpuMs: Double, switches: Double, slowestMs: Double, busy: Double)

private[threadpool] object RequestCost {
  def of(run: Result): Option[RequestCost] = for {
    cores <- run.server.cpu.service
    if run.total.throughput > 0
    speed <- run.machine.speed.flatMap(_.jvm.mean)
    switches <- ContextSwitches.of(run)
    used <- run.server.cpu.whole.machine
  } yield RequestCost(
    cores / run.total.throughput * 1000 * speed,
    switches,
    slowestMs(run),
    used / run.machine.cpus
  )

  def text(run: Result): String = of(run).fold("it was not measured")(cost =>
    s"a request took ${Numbers.millis(cost.cpuMs)} of its CPU time (at the reference's speed), had ${ContextSwitches.text(run)}, and the slowest took ${Numbers.millis(cost.slowestMs)}"
  )

  def slowestMs(run: Result): Double = (run.measured.wholeRun.latencyMs ++ run.measured.wholeRun.failedLatencyMs)
    .map(_.max.toDouble)
    .maxOption
    .getOrElse(0.0)
}
