package bottleneck.lab.explain.statistics

import bottleneck.lab.explain.log.LogRecord.Request
import bottleneck.lab.explain.log.{LogError, LogReader, LogRecord}
import java.nio.file.Path

/** When the requests of a burst were sent and answered.
  *
  * @param firstMs
  *   start of the first, since the run record's start
  * @param lastMs
  *   end of the last, failed ones included
  * @param spreadMs
  *   from the start of the first to the start of the last
  * @param answeredByMs
  *   since `firstMs`, when 10 %, 20 %, … 100 % of the OK responses had come (nearest rank); empty without any
  */
final case class BurstTimes(requests: Int, firstMs: Int, lastMs: Int, spreadMs: Int, answeredByMs: Vector[Int]) {

  /** From the first start to the last end, and `afterMs` more. */
  def window(afterMs: Int): Window = Window(firstMs, lastMs + 1 + afterMs)

  /** When the last OK response had come, since `firstMs`. */
  def allAnsweredMs: Option[Int] = answeredByMs.lastOption
}

object BurstTimes {
  private val tenths = Vector.range(1, 11)

  /** Of the requests that were sent from `fromMs` of the run on; none without any. */
  def read(log: Path, fromMs: Int): Either[LogError, Option[BurstTimes]] = {
    val times = new Collector(fromMs)
    LogReader.read(log)(times.add).map(_ => times.times)
  }

  /** Collects the records of a log one by one, in any order. Its memory is that of [[MillisCounts]]. */
  private[statistics] final class Collector(fromMs: Int) {
    private var requests = 0
    private var firstStart = Int.MaxValue
    private var lastStart = 0
    private var lastEnd = 0
    private val answered = new MillisCounts

    def add(record: LogRecord): Unit = record match {
      case request: Request if request.start >= fromMs =>
        requests += 1
        firstStart = math.min(firstStart, request.start)
        lastStart = math.max(lastStart, request.start)
        lastEnd = math.max(lastEnd, request.end)
        if (request.ok) answered.add(request.end)
      case _ => ()
    }

    def times: Option[BurstTimes] = Option.when(requests > 0) {
      val ranks = if (answered.total == 0) Vector.empty else tenths.map(tenth => (answered.total * tenth + 9) / 10)
      BurstTimes(requests, firstStart, lastEnd, lastStart - firstStart, answered.atRanks(ranks).map(_ - firstStart))
    }
  }
}
