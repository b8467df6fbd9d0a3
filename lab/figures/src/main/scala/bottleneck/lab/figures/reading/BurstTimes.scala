package bottleneck.lab.figures.reading

import bottleneck.lab.figures.statistics.{ExactCounts, Window}
import bottleneck.lab.log.LogRecord
import bottleneck.lab.log.LogRecord.Request

/** Send and answer times of a burst's requests: start of the first and end of the last, failed or not, since the run
  * record's start, and since `firstMs`, when 10 %, 20 %, … 100 % of the OK responses had come (nearest rank; empty
  * without any). `spreadMs` is from the first start to the last.
  */
final case class BurstTimes(requests: Int, firstMs: Int, lastMs: Int, spreadMs: Int, answeredByMs: Vector[Int]) {
  def window(afterMs: Int): Window = Window(firstMs, lastMs + 1 + afterMs)

  /** Time of the last OK response, in ms since `firstMs`. */
  def allAnsweredMs: Option[Int] = answeredByMs.lastOption
}

object BurstTimes {
  private val tenths = Vector.range(1, 11).map(_ * 10.0)

  /** Collects the requests sent from `fromMs` of the run on, in any order. Its memory is that of [[ExactCounts]]. */
  private[lab] final class Collector(fromMs: Int) {
    private var requests = 0
    private var firstStart = Int.MaxValue
    private var lastStart = 0
    private var lastEnd = 0
    private val answered = new ExactCounts

    def add(record: LogRecord): Unit = record match {
      case request: Request if request.start >= fromMs =>
        requests += 1
        firstStart = math.min(firstStart, request.start)
        lastStart = math.max(lastStart, request.start)
        lastEnd = math.max(lastEnd, request.end)
        if (request.ok) answered.add(request.end)
      case _ => ()
    }

    /** None without any. */
    def times: Option[BurstTimes] = Option.when(requests > 0) {
      val answers = if (answered.count == 0) Vector.empty else answered.percentiles(tenths)
      BurstTimes(requests, firstStart, lastEnd, lastStart - firstStart, answers.map(_ - firstStart))
    }
  }
}
