package bottleneck.lab.explain.page

import bottleneck.lab.explain.record.Result
import bottleneck.lab.explain.statistics.{Latency, Outcome}

/** The totals of a run's whole load, as Gatling's own report has them, beside those of the window. */
private[page] object WholeLoad {
  def sentence(result: Result): String =
    s"Whole load, also while users arrive, as in Gatling's report: ${totals(result.measured.wholeRun, result.measured.wholeRun.throughput)}. " +
      s"Window: ${totals(result.total, result.total.throughput)}."

  /** @param okPerSecond OK responses per second */
  private def totals(outcome: Outcome, okPerSecond: Double): String = {
    val parts = Vector(outcome.ok -> outcome.latencyMs, outcome.ko -> outcome.failedLatencyMs).collect {
      case (n, Some(latency)) => n -> latency
    }
    val all = outcome.ok + outcome.ko
    val times = Option.when(parts.nonEmpty)(
      s"; response time ${least(parts)} (min), ${mean(parts)} (mean), ${most(parts)} (max)"
    )
    val perSecond = if (outcome.ok == 0) None else Some(s", ${Numbers.rate(okPerSecond * all / outcome.ok)}")
    s"${Numbers.count(all.toDouble)} requests, ${Numbers.count(outcome.ko.toDouble)} failed" +
      perSecond.getOrElse("") + times.getOrElse("")
  }

  private def least(parts: Vector[(Long, Latency)]): String = Numbers.millis(parts.map(_._2.min).min.toDouble)

  private def most(parts: Vector[(Long, Latency)]): String = Numbers.millis(parts.map(_._2.max).max.toDouble)

  private def mean(parts: Vector[(Long, Latency)]): String =
    Numbers.millis(parts.map { case (n, latency) => n * latency.mean }.sum / parts.map(_._1).sum)
}
