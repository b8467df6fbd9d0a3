package bottleneck.lab.explain.statistics

import bottleneck.lab.statistics.Window
import bottleneck.lab.log.LogRecord.Request
import bottleneck.lab.log.LogRecord
import org.HdrHistogram.Histogram
import scala.collection.mutable

/** Outcome of the requests of one name, or of all.
  *
  * @param throughput
  *   OK responses per second of the window
  * @param latencyMs
  *   response times of OK responses; none without any
  * @param errors
  *   failed requests by message, as [[ErrorCounts]] has it
  * @param failedLatencyMs
  *   response times of failed requests; none without any
  */
final case class Outcome(
    ok: Long,
    ko: Long,
    throughput: Double,
    latencyMs: Option[Latency],
    errors: Map[String, Long],
    failedLatencyMs: Option[Latency] = None
)

object Outcome {

  /** Adds up requests that end in a window.
    *
    * @param histogram
    *   an empty one, of response times in milliseconds
    */
  private[statistics] final class Collector(window: Window, histogram: () => Histogram) {
    private val ok = histogram()
    private val ko = histogram()
    private val errors = new ErrorCounts

    def add(request: Request): Unit = {
      (if (request.ok) ok else ko).recordValue(request.end.toLong - request.start)
      if (!request.ok) errors.add(request.message)
    }

    def outcome: Outcome = Outcome(
      ok.getTotalCount,
      ko.getTotalCount,
      ok.getTotalCount / window.seconds,
      Latency.of(ok),
      errors.counts,
      Latency.of(ko)
    )
  }
}

/** The requests of a window, by name and in total. */
final case class Measurement(window: Window, requests: Map[String, Outcome], total: Outcome)

object Measurement {

  /** Collects the records of a log one by one. Its memory grows with the names and with the response times. */
  final class Collector(window: Window) {
    private val byName = mutable.LinkedHashMap.empty[String, Outcome.Collector]
    private val all = new Outcome.Collector(window, () => Latency.histogram())

    def add(record: LogRecord): Unit = record match {
      case request: Request if window.contains(request.end) =>
        all.add(request)
        byName.getOrElseUpdate(request.name, ofName).add(request)
      case _ => ()
    }

    def measurement: Measurement =
      Measurement(window, byName.view.mapValues(_.outcome).toMap, all.outcome)

    private def ofName: Outcome.Collector = new Outcome.Collector(window, () => Latency.compactHistogram())
  }
}
