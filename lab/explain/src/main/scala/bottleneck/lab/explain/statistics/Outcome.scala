package bottleneck.lab.explain.statistics

import bottleneck.lab.model.{Course, Tally}
import bottleneck.lab.statistics.ExactCounts

/** Response times in milliseconds; percentiles by nearest rank. */
final case class Latency(min: Long, mean: Double, p50: Long, p75: Long, p95: Long, p99: Long, p999: Long, max: Long)

object Latency {

  /** Nothing where nothing was counted. */
  def of(times: ExactCounts): Option[Latency] = Option.when(times.count > 0) {
    val Vector(min, p50, p75, p95, p99, p999, max) =
      times.percentiles(Vector(0, 50, 75, 95, 99, 99.9, 100)).map(_.toLong): @unchecked
    Latency(min, times.mean, p50, p75, p95, p99, p999, max)
  }
}

/** Outcome of the requests of one path, or of all: OK responses per second, response times of OK responses and of
  * failed requests, and the latter by message.
  */
final case class Outcome(
    ok: Long,
    ko: Long,
    throughput: Double,
    latencyMs: Option[Latency],
    errors: Map[String, Long],
    failedLatencyMs: Option[Latency] = None
) {
  def ended: Long = ok + ko

  /** Share of the requests that failed, 0 to 1; 0 where none ended. */
  def failed: Double = ko.toDouble / math.max(1, ended)
}

object Outcome {

  /** Without messages where it shares them with others. */
  private[statistics] def of(tally: Tally, course: Option[Course], seconds: Double): Outcome = {
    val errors = course.fold(Vector.empty[(String, Long)])(_.messages.counts).toMap
    val (ok, ko) = (tally.ok, tally.ko)
    Outcome(ok.count, ko.count, ok.count / seconds, Latency.of(ok), errors, Latency.of(ko))
  }
}
