package bottleneck.lab.explain.stats

import bottleneck.lab.explain.log.LogRecord.Request
import bottleneck.lab.explain.log.{LogError, LogReader}
import java.nio.file.Path
import scala.collection.mutable.ArrayBuffer

/** How much later than planned the requests of an open load were sent. The plan is the rate, and begins with the
  * request that came soonest by it.
  *
  * @param p99Ms
  *   99 % of them were at most so late (nearest rank)
  */
final case class ScheduleLag(requests: Int, p99Ms: Double, maxMs: Double)

object ScheduleLag {

  /** Of the requests that were sent from `fromMs` of the run on, in the order of their starts; none without any. */
  def read(log: Path, fromMs: Int, perSecond: Double): Either[LogError, Option[ScheduleLag]] = {
    val starts = ArrayBuffer.empty[Int]
    LogReader
      .read(log) {
        case request: Request if request.start >= fromMs => starts += request.start
        case _ => ()
      }
      .map(_ => Option.when(starts.nonEmpty)(of(starts.toVector.sorted, perSecond)))
  }

  private def of(starts: Vector[Int], perSecond: Double): ScheduleLag = {
    val planned = starts.zipWithIndex.map { case (start, n) => start - n * 1000 / perSecond }
    val lags = planned.map(_ - planned.min).sorted
    ScheduleLag(lags.size, lags(math.ceil(lags.size * 0.99).toInt - 1), lags.last)
  }
}
