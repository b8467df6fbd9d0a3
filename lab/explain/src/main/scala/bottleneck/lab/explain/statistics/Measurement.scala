package bottleneck.lab.explain.statistics

import bottleneck.lab.log.LogRecord
import bottleneck.lab.log.LogRecord.Request
import bottleneck.lab.statistics.{ExactCounts, Window}
import scala.collection.mutable

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

/** Outcome of the requests of one name, or of all: OK responses per second of the window, response times of OK
  * responses and of failed requests, and the latter by message, as [[ErrorCounts]] has it.
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

  /** Adds up requests. */
  private[statistics] final class Collector {
    val ok = new ExactCounts
    val ko = new ExactCounts
    private val errors = new ErrorCounts

    def add(request: Request): Unit = {
      (if (request.ok) ok else ko).add(request.end - request.start)
      if (!request.ok) errors.add(request.message)
    }

    def outcome(seconds: Double): Outcome =
      Outcome(ok.count, ko.count, ok.count / seconds, Latency.of(ok), errors.counts, Latency.of(ko))
  }
}

/** Failed requests counted by message. Messages may all differ, as those of checks that include the value found: the
  * first [[ErrorCounts.most]] are counted each, later ones as [[ErrorCounts.others]].
  */
private[statistics] final class ErrorCounts {
  import ErrorCounts._

  private val byMessage = mutable.Map.empty[String, Long].withDefaultValue(0L)

  def add(message: String): Unit = {
    val isKept = byMessage.size < most || byMessage.contains(message)
    byMessage(if (isKept) message else others) += 1
  }

  def counts: Map[String, Long] = byMessage.toMap
}

object ErrorCounts {
  val most: Int = 1000

  /** Stands for all further messages; no kind of failure is known of it. */
  val others: String = s"one of more than $most different messages"
}

/** The requests of a window, by name and in total. */
final case class Measurement(window: Window, requests: Map[String, Outcome], total: Outcome)

object Measurement {

  /** Collects the records of a log one by one. Its memory grows with the names and with the response times. */
  final class Collector(window: Window) {
    private val byName = mutable.LinkedHashMap.empty[String, Outcome.Collector]
    private val all = new Outcome.Collector

    def add(record: LogRecord): Unit = record match {
      case request: Request if window.contains(request.end) =>
        all.add(request)
        byName.getOrElseUpdate(request.name, new Outcome.Collector).add(request)
      case _ => ()
    }

    def measurement: Measurement = Measurement(
      window,
      byName.view.mapValues(_.outcome(window.seconds)).toMap,
      all.outcome(window.seconds)
    )
  }
}
