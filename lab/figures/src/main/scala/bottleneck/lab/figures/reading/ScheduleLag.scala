package bottleneck.lab.figures.reading

import bottleneck.lab.figures.statistics.ExactCounts
import bottleneck.lab.log.LogRecord
import bottleneck.lab.log.LogRecord.Request
import scala.concurrent.duration._

/** Delay of an open load's requests after their planned times; the 99th percentile is by nearest rank, to 0.1 ms. The
  * plan has the load's rate, and starts so that the earliest request is on time.
  */
final case class ScheduleLag(requests: Int, p99Ms: Double)

object ScheduleLag {

  /** Collects the records of a log from `fromMs` on, in any order. Its memory is that of [[ExactCounts]]. */
  final class Collector(fromMs: Int, perSecond: Double) {
    private val starts = new ExactCounts

    def add(record: LogRecord): Unit = record match {
      case request: Request if request.start >= fromMs => starts.add(request.start)
      case _ => ()
    }

    def lag: Option[ScheduleLag] = Option.when(starts.count > 0) {
      var earliest = Double.PositiveInfinity
      foreachLag(lag => earliest = math.min(earliest, lag))
      val tenths = new ExactCounts
      foreachLag(lag => tenths.add(math.min(Int.MaxValue, math.round((lag - earliest) * 10)).toInt))
      ScheduleLag(starts.count.toInt, tenths.percentiles(Vector(99)).head / 10.0)
    }

    /** Gives for each request, in the order of their starts, how much later than by a plan from 0 on it came, in ms. */
    private def foreachLag(each: Double => Unit): Unit = {
      var n = 0L
      starts.foreach { (ms, count) =>
        (0 until count.toInt).foreach { _ =>
          each(ms - n * 1000.0 / perSecond)
          n += 1
        }
      }
    }
  }
}

/** The generator's own part of a closed load: mean time between a user's answer and its next request that is no think
  * time, and its share of the user's cycle. Where think times are random their mean in the window differs from what was
  * asked for, and so the gap may be a little below 0.
  */
final case class GeneratorGap(ms: Double, share: Double)

object GeneratorGap {

  /** By Little's law of users who are between two requests: (N − L) ÷ X − Z. None where nothing was answered. */
  def of(seen: Occupancy, thinkTime: FiniteDuration): Option[GeneratorGap] =
    Option.when(seen.seconds > 0 && seen.perSecond > 0 && seen.users > 0) {
      val cycleMs = seen.users / seen.perSecond * 1000
      val ms = (seen.users - seen.inFlight) / seen.perSecond * 1000 - thinkTime.toUnit(MILLISECONDS)
      GeneratorGap(ms, ms / cycleMs)
    }
}
