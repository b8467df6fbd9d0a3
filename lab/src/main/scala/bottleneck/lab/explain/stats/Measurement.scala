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
  */
final case class Outcome(
    ok: Long,
    ko: Long,
    throughput: Double,
    latencyMs: Option[Latency],
    errors: Map[String, Long]
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
    private val latency: Histogram = Latency.histogram()
    private var ko = 0L
    private val errors = mutable.Map.empty[String, Long].withDefaultValue(0L)

    def add(request: Request): Unit =
      if (request.ok) latency.recordValue(request.end.toLong - request.start)
      else {
        ko += 1
        errors(request.message) += 1
      }

    def outcome(window: Window): Outcome = Outcome(
      latency.getTotalCount,
      ko,
      latency.getTotalCount / window.seconds,
      Latency.of(latency),
      errors.toMap
    )
  }
}
