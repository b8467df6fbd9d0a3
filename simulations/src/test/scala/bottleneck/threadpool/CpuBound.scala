package bottleneck.threadpool

import bottleneck.lab.explain.report.Numbers
import bottleneck.lab.explain.result.Result

/** What the cores allow, and what a burst of requests that compute made of it. */
private[threadpool] object CpuBound {
  private val tolerance = 0.05

  /** `2 cores ÷ 200 ms of CPU time allow 10.0/s, and 9.98/s (99.8 %) were answered`. */
  def text(run: Result): String = run.prediction.fold("what the cores allow was not measured")(limit =>
    s"${run.machine.cpus} cores ÷ ${demand(run)} of CPU time allow ${Numbers.rate(limit.perSecond)}, and " +
      s"${Numbers.rate(run.total.throughput)} were answered, ${run.efficiency.fold(Numbers.none)(Numbers.percent)} of it"
  )

  /** Whether the cores are what limited the run, within 5 %. */
  def limits(run: Result): Boolean =
    run.prediction.exists(limit => limit.by == "cores" && limit.isWithin(tolerance, run.total.throughput))

  /** From the first request to the last answer, in milliseconds. */
  def totalMs(run: Result): Option[Double] = run.burst.flatMap(_.allAnsweredMs).map(_.toDouble)

  /** The same in units of the CPU time of a request, which each JVM calibrates anew, by a few per cent differently. */
  def totalWork(run: Result): Option[Double] = for { ms <- totalMs(run); cost <- run.demand } yield ms / cost.cpuMs

  /** The mean response time, in the same units. */
  def meanWork(run: Result): Option[Double] =
    for { times <- run.total.latencyMs; cost <- run.demand } yield times.mean / cost.cpuMs

  def total(run: Result): String = totalMs(run).fold(Numbers.none)(Numbers.millis)

  def mean(run: Result): String =
    run.total.latencyMs.fold(Numbers.none)(times => Numbers.millis(times.mean.round.toDouble))

  /** Mean time inside the handler. */
  def handler(run: Result): String =
    run.server.handler.fold(Numbers.none)(handler => Numbers.millis(handler.meanMs.round.toDouble))

  private def demand(run: Result): String =
    run.demand.fold(Numbers.none)(cost => Numbers.millis(cost.cpuMs.round.toDouble))
}
