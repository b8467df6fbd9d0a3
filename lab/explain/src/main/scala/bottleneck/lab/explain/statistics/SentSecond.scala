package bottleneck.lab.explain.statistics

import bottleneck.lab.explain.log.LogRecord.Request
import org.HdrHistogram.PackedHistogram

/** Adds up the requests that were sent within a second. */
private[statistics] final class SentSecond {

  /** Three digits: it is kept for every second of the run. */
  private val times = new PackedHistogram(3)
  private val errors = new ErrorCounts
  private var ko = 0L
  private var least = Int.MaxValue
  private var most = 0

  def add(request: Request): Unit =
    if (request.ok) {
      val ms = request.end - request.start
      times.recordValue(ms.toLong)
      least = math.min(least, ms)
      most = math.max(most, ms)
    } else {
      ko += 1
      errors.add(request.message)
    }

  def sent(second: Int): Sent = {
    val ok = times.getTotalCount
    def ofAny(ms: => Int): Option[Int] = Option.when(ok > 0)(ms)
    // a histogram gives the upper end of what it cannot tell apart
    val median = ofAny(math.min(most, times.getValueAtPercentile(50).toInt))
    Sent(second, ok, ko, ofAny(least), median, ofAny(most), errors.counts)
  }
}
