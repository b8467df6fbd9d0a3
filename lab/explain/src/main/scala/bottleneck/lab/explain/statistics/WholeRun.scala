package bottleneck.lab.explain.statistics

import bottleneck.lab.explain.log.LogRecord.Request
import bottleneck.lab.explain.log.LogRecord
import org.HdrHistogram.{AbstractHistogram, Histogram}

/** Every request of a run, from its first start to its last end: what Gatling's own report is of.
  *
  * @param ok
  *   response times in milliseconds
  * @param seconds
  *   from the first record to the last, whole ones, rounded up, as Gatling has it (`ResultsHolder`)
  */
final case class WholeRun(
    ok: AbstractHistogram,
    ko: AbstractHistogram,
    errors: Map[String, Long],
    seconds: Double
) {
  def outcome: Outcome =
    Outcome(ok.getTotalCount, ko.getTotalCount, ok.getTotalCount / seconds, Latency.of(ok), errors, Latency.of(ko))

  /** OK and failed ones together. */
  def all: AbstractHistogram = {
    val sum = ok.copy()
    sum.add(ko)
    sum
  }
}

object WholeRun {

  /** Collects the records of a log one by one. Its memory hardly grows. */
  final class Collector {
    private val ok: Histogram = Latency.histogram()
    private val ko: Histogram = Latency.histogram()
    private val errors = new ErrorCounts
    private var first = Int.MaxValue
    private var last = 0

    def add(record: LogRecord): Unit = record match {
      case Request(_, _, start, end, succeeded, message) =>
        first = math.min(first, start)
        last = math.max(last, end)
        (if (succeeded) ok else ko).recordValue(end.toLong - start)
        if (!succeeded) errors.add(message)
      case LogRecord.User(_, _, at) =>
        first = math.min(first, at)
        last = math.max(last, at)
      case _ => ()
    }

    def wholeRun: WholeRun = WholeRun(ok, ko, errors.counts, math.max(1, math.ceil((last.toLong - first) / 1000.0)))
  }
}
