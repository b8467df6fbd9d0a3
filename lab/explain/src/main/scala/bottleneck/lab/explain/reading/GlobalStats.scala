package bottleneck.lab.explain.reading

import bottleneck.lab.explain.statistics.WholeRun
import org.HdrHistogram.AbstractHistogram
import ujson.{Num, Obj, Str}

/** The whole run as js/global_stats.json, which Gatling wrote until 3.13 and Jenkins' Gatling plugin reads. */
object GlobalStats {
  val file = "js/global_stats.json"

  /** Gatling's default bounds of its groups, in milliseconds. */
  private val lower = 800L
  private val higher = 1200L

  def render(run: WholeRun): String = {
    val all = run.all

    def three(value: AbstractHistogram => Double): Obj =
      Obj("total" -> Num(value(all)), "ok" -> Num(value(run.ok)), "ko" -> Num(value(run.ko)))
    def percentile(p: Double): Obj = three(ifAny(_)(_.getValueAtPercentile(p).toDouble))

    val stats = Obj(
      "name" -> Str("All Requests"),
      "numberOfRequests" -> three(_.getTotalCount.toDouble),
      "minResponseTime" -> three(ifAny(_)(_.getMinValue.toDouble)),
      "maxResponseTime" -> three(ifAny(_)(_.getMaxValue.toDouble)),
      "meanResponseTime" -> three(ifAny(_)(_.getMean.round.toDouble)),
      "standardDeviation" -> three(ifAny(_)(_.getStdDeviation.round.toDouble)),
      "percentiles1" -> percentile(50),
      "percentiles2" -> percentile(75),
      "percentiles3" -> percentile(95),
      "percentiles4" -> percentile(99)
    )
    groups(run).zipWithIndex.foreach { case (group, n) => stats(s"group${n + 1}") = group }
    stats("meanNumberOfRequestsPerSecond") = three(_.getTotalCount / run.seconds)
    ujson.write(stats, indent = 2) + "\n"
  }

  private def groups(run: WholeRun): Vector[Obj] = {
    val total = run.ok.getTotalCount + run.ko.getTotalCount
    val fast = between(run.ok, 0, lower - 1)
    val slow = between(run.ok, higher, Int.MaxValue.toLong)
    Vector(
      group(s"t < $lower ms", fast, total),
      group(s"$lower ms <= t < $higher ms", run.ok.getTotalCount - fast - slow, total),
      group(s"t >= $higher ms", slow, total),
      group("failed", run.ko.getTotalCount, total)
    )
  }

  private def group(name: String, count: Long, total: Long): Obj = Obj(
    "name" -> Str(name),
    "htmlName" -> Str(name.replace("<", "&lt;").replace(">", "&gt;")),
    "count" -> Num(count.toDouble),
    "percentage" -> Num(if (total == 0) 0 else 100.0 * count / total)
  )

  private def between(histogram: AbstractHistogram, from: Long, to: Long): Long =
    ifAny(histogram)(_.getCountBetweenValues(from, math.min(to, histogram.getMaxValue max from)).toDouble).toLong

  private def ifAny(histogram: AbstractHistogram)(value: AbstractHistogram => Double): Double =
    if (histogram.getTotalCount == 0) 0 else value(histogram)
}
