package bottleneck.lab.figures

import bottleneck.lab.figures.statistics.ExactCounts
import ujson.{Num, Obj}

/** Response times of requests in milliseconds, in the form of the statistics that Gatling before 3.13.5 wrote as JSON
  * and Jenkins' Gatling plugin reads: js/stats.json and js/global_stats.json.
  */
final class GatlingFigures(val ok: ExactCounts, val ko: ExactCounts, val seconds: Double) {
  import GatlingFigures._

  val all: ExactCounts = ExactCounts.of(Vector(ok, ko))

  def percentage(count: Long): Double = if (all.count == 0) 0 else count.toDouble / all.count * 100

  /** Number of OK ones of `[fromMs, toMs)`. */
  def okBetween(fromMs: Int, toMs: Int): Long = {
    var sum = 0L
    ok.foreach((ms, count) => if (fromMs <= ms && ms < toMs) sum += count)
    sum
  }

  /** Text of js/global_stats.json, as those of the whole run. */
  def globalStats: String = marked(json(everything))

  def json(name: String): Obj = {
    def three(value: ExactCounts => Double): Obj =
      Obj("total" -> Num(value(all)), "ok" -> Num(value(ok)), "ko" -> Num(value(ko)))
    def time(value: ExactCounts => Double): Obj =
      three(times => if (times.count == 0) 0 else value(times).round.toDouble)
    def percentile(p: Double): Obj = time(_.percentiles(Vector(p)).head.toDouble)
    def range(name: String, html: String, count: Long): Obj =
      Obj("name" -> name, "htmlName" -> html, "count" -> Num(count.toDouble), "percentage" -> percentage(count))
    val (fast, middle) = (okBetween(0, lower), okBetween(lower, higher))
    Obj(
      "name" -> escaped(name),
      "numberOfRequests" -> three(_.count.toDouble),
      "minResponseTime" -> percentile(0),
      "maxResponseTime" -> percentile(100),
      "meanResponseTime" -> time(_.mean),
      "standardDeviation" -> time(_.sd),
      "percentiles1" -> percentile(50),
      "percentiles2" -> percentile(75),
      "percentiles3" -> percentile(95),
      "percentiles4" -> percentile(99),
      "group1" -> range(s"t < $lower ms", s"t < $lower ms", fast),
      "group2" -> range(s"$lower ms <= t < $higher ms", s"t >= $lower ms <br> t < $higher ms", middle),
      "group3" -> range(s"t >= $higher ms", s"t >= $higher ms", ok.count - fast - middle),
      "group4" -> range("failed", "failed", ko.count),
      "meanNumberOfRequestsPerSecond" -> three(_.count / seconds)
    )
  }
}

object GatlingFigures {

  /** Name of the figures of the whole run. */
  val everything = "All Requests"

  /** Stands in files that this project wrote in place of Gatling. */
  val mark = "Figures by bottleneck"

  /** Text of a file with these figures and the mark. */
  def marked(figures: Obj): String = {
    figures("about") = mark
    ujson.write(figures, indent = 2) + "\n"
  }

  /** Bounds of the ranges, in ms, which Gatling has unless its configuration says otherwise. */
  private val (lower, higher) = (800, 1200)

  /** A name or path of which Gatling's ids have the hash. */
  def trimmed(text: String): String = if (text.trim.isEmpty) "missing_name" else text.trim

  def escaped(text: String): String = text.replace("\"", "&quot;").replace("\\", "&#92;")
}
