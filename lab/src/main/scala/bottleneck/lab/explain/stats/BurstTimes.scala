package bottleneck.lab.explain.stats

import bottleneck.lab.explain.log.LogRecord.Request
import bottleneck.lab.explain.log.{LogError, LogReader}
import java.nio.file.Path
import scala.collection.mutable.ArrayBuffer

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
  private val tenths = 1 to 10

  /** Of the requests that were sent from `fromMs` of the run on; none without any. */
  def read(log: Path, fromMs: Int): Either[LogError, Option[BurstTimes]] = {
    val sent = ArrayBuffer.empty[Request]
    LogReader
      .read(log) {
        case request: Request if request.start >= fromMs => sent += request
        case _ => ()
      }
      .map(_ => Option.when(sent.nonEmpty)(of(sent.toVector)))
  }

  private def of(sent: Vector[Request]): BurstTimes = {
    val starts = sent.map(_.start)
    val answered = sent.filter(_.ok).map(_.end - starts.min).sorted
    val ranks = tenths.map(tenth => math.ceil(answered.size * tenth / 10.0).toInt - 1)
    BurstTimes(
      sent.size,
      starts.min,
      sent.map(_.end).max,
      starts.max - starts.min,
      if (answered.isEmpty) Vector.empty else ranks.map(answered(_)).toVector
    )
  }
}
