package bottleneck.lab.explain

import bottleneck.lab.statistics.Window
import bottleneck.lab.log.LogError
import bottleneck.lab.explain.record.LoadDescription
import bottleneck.lab.explain.statistics.RunStatistics
import bottleneck.lab.explain.theory.Prediction
import bottleneck.lab.target._
import java.nio.file.Path
import scala.concurrent.duration._

/** Reading of a load: how its log is read and described, and which window is judged. */
private[lab] final class LoadReading(load: Load) {

  /** Reads a log, its records one by one as `by` gives them. */
  def read(log: Path, by: RunStatistics.Reader = RunStatistics.plain): Either[LogError, RunStatistics] = load match {
    case closed: ClosedLoad => RunStatistics.read(log, window(closed.judgedFrom, closed.duration), by = by)
    case burst: Burst =>
      RunStatistics.readBurst(log, millis(burst.judgedFrom - Burst.quiet / 2), millis(burst.after), by)
    case open: OpenLoad =>
      val comeFrom = millis(open.arrivesFrom - OpenLoad.pause / 2)
      RunStatistics.readOpen(log, window(open.judgedFrom, open.judgedUntil), comeFrom, open.perSecond, by)
    case stairs: Staircase =>
      val windows = stairs.judged.map { case (begin, end) => window(begin, end) }
      RunStatistics.readStaircase(log, stairs.levels.zip(windows), by)
  }

  def description: LoadDescription = load match {
    case ClosedLoad(users, arrival, settle, hold, _, think) =>
      LoadDescription(users, arrival.toMillis, settle.toMillis, hold.toMillis, think.toMillis)
    case Burst(users, _, _, _, arrival, think) =>
      LoadDescription(users, arrival.toMillis, settleMs = 0, holdMs = 0, think.toMillis)
    case open: OpenLoad =>
      val (hold, think) = (open.hold.toMillis, open.thinkTime.toMillis)
      LoadDescription(open.users, hold, open.settle.toMillis, hold, think, Some(open.perSecond))
    case stairs: Staircase =>
      val all = (stairs.each * stairs.levels.size.toLong).toMillis
      LoadDescription(stairs.users, all, stairs.settle.toMillis, all, stairs.thinkTime.toMillis)
  }

  /** Throughput limit by the arrival rate of an open load. */
  def limit: Option[Prediction] = Some(load).collect { case open: OpenLoad => Prediction.arrivals(open.perSecond) }

  /** Whether the load is constant over the window, whether each user sends one request after the other, and whether the
    * window is under the full load from its start to its end.
    */
  val (isOneState, isClosed, isAllLoad) = load match {
    case _: ClosedLoad => (true, true, true)
    case _: OpenLoad => (true, false, true)
    case burst: Burst => (false, false, burst.after == Duration.Zero)
    case _: Staircase => (false, true, false)
  }

  /** Length of the window: maximum for a burst, one level of a staircase. */
  def length: FiniteDuration = load match {
    case closed: ClosedLoad => closed.judged
    case burst: Burst => burst.patience
    case open: OpenLoad => open.judgedUntil - open.judgedFrom
    case stairs: Staircase => stairs.each - stairs.settle
  }

  /** On either side of a burst. */
  def quietMs: Int = load match {
    case _: Burst => millis(Burst.quiet)
    case _: ClosedLoad | _: OpenLoad | _: Staircase => 0
  }

  private def window(begin: FiniteDuration, end: FiniteDuration): Window = Window(millis(begin), millis(end))

  private def millis(time: FiniteDuration): Int = time.toMillis.toInt
}
