package bottleneck.lab.explain.stats

import bottleneck.lab.explain.log.LogRecord
import bottleneck.lab.explain.log.LogRecord.Request
import org.HdrHistogram.Histogram
import scala.collection.mutable

/** What became of the requests of one name, or of all.
  *
  * @param throughput
  *   OK responses per second of the window
  * @param latencyMs
  *   of OK responses; none when there were none
  * @param errors
  *   how often each message failed a request
  * @param failedLatencyMs
  *   of failed requests; none when there were none
  */
final case class Outcome(
    ok: Long,
    ko: Long,
    throughput: Double,
    latencyMs: Option[Latency],
    errors: Map[String, Long],
    failedLatencyMs: Option[Latency] = None
)

/** The requests of a window, by name and in total. */
final case class Measurement(window: Window, requests: Map[String, Outcome], total: Outcome)

object Measurement {

  /** Collects the records of a log one by one and then sums them up. */
  final class Collector(window: Window) {
    private val byName = mutable.LinkedHashMap.empty[String, Tally]
    private val all = new Tally

    def add(record: LogRecord): Unit = record match {
      case request: Request if window.contains(request.end) =>
        all.add(request)
        byName.getOrElseUpdate(request.name, new Tally).add(request)
      case _ => ()
    }

    def measurement: Measurement =
      Measurement(window, byName.view.mapValues(_.outcome(window)).toMap, all.outcome(window))
  }

  private final class Tally {
    private val ok: Histogram = Latency.histogram()
    private val ko: Histogram = Latency.histogram()
    private val errors = mutable.Map.empty[String, Long].withDefaultValue(0L)

    def add(request: Request): Unit = {
      (if (request.ok) ok else ko).recordValue(request.end.toLong - request.start)
      if (!request.ok) errors(request.message) += 1
    }

    def outcome(window: Window): Outcome = Outcome(
      ok.getTotalCount,
      ko.getTotalCount,
      ok.getTotalCount / window.seconds,
      Latency.of(ok),
      errors.toMap,
      Latency.of(ko)
    )
  }
}
