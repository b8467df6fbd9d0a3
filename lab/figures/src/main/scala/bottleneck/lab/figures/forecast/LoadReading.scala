package bottleneck.lab.figures.forecast

import bottleneck.lab.figures.reading.RunStatistics
import bottleneck.lab.figures.record.LoadDescription
import bottleneck.lab.figures.statistics.Window
import bottleneck.lab.figures.target._
import bottleneck.lab.figures.theory.Limit
import bottleneck.lab.log.LogError
import java.nio.file.Path
import scala.concurrent.duration._

/** Reading of a load: how it is described, whether it is constant over its window, whether each user sends one request
  * after the other from its start to its end, whether the window is all of it, the throughput that its arrivals allow,
  * and the quiet time on either side of a burst.
  */
private[lab] final case class LoadReading(
    description: LoadDescription,
    isOneState: Boolean,
    isClosed: Boolean,
    isAllLoad: Boolean = true,
    limit: Option[Limit] = None,
    quietMs: Int = 0
)(newCollector: () => RunStatistics.Collector) {

  /** Takes the records of the load's log. */
  def collector: RunStatistics.Collector = newCollector()

  def read(log: Path): Either[LogError, RunStatistics] = RunStatistics.read(log, collector)
}

private[lab] object LoadReading {
  def of(load: Load): LoadReading = load match {
    case closed @ ClosedLoad(users, arrival, settle, hold, _, think) =>
      val description = LoadDescription(users, arrival.toMillis, settle.toMillis, hold.toMillis, think.toMillis)
      LoadReading(description, isOneState = true, isClosed = true)(() =>
        RunStatistics.of(window(closed.judgedFrom, closed.duration))
      )
    case burst @ Burst(users, patience, _, after, arrival, think) =>
      val description = LoadDescription(users, arrival.toMillis, settleMs = 0, holdMs = 0, think.toMillis)
      val (isAllLoad, quiet) = (after == Duration.Zero, millis(Burst.quiet))
      LoadReading(description, isOneState = false, isClosed = false, isAllLoad, quietMs = quiet)(() =>
        RunStatistics.ofBurst(millis(burst.judgedFrom) - quiet / 2, millis(after))
      )
    case open: OpenLoad =>
      val (hold, rate) = (open.hold.toMillis, open.perSecond)
      val description = LoadDescription(open.users, hold, open.settle.toMillis, hold, perSecond = Some(rate))
      val limit = Some(Limit.arrivals(rate))
      LoadReading(description, isOneState = true, isClosed = false, limit = limit)(() =>
        RunStatistics.ofOpen(
          window(open.judgedFrom, open.judgedUntil),
          millis(open.arrivesFrom - OpenLoad.pause / 2),
          rate
        )
      )
    case sliced: SlicedLoad =>
      // as long as it took to tell, which is no part of the load
      val description = LoadDescription(sliced.users, 0, 0, 0, inSlices = true)
      LoadReading(description, isOneState = true, isClosed = false)(() =>
        RunStatistics.of(window(sliced.judgedFrom, sliced.duration))
      )
    case stairs: Staircase =>
      val (all, settle) = (stairs.duration.toMillis, stairs.settle.toMillis)
      val description = LoadDescription(stairs.users, all, settle, all, stairs.thinkTime.toMillis)
      LoadReading(description, isOneState = false, isClosed = true, isAllLoad = false)(() =>
        RunStatistics.ofStaircase(stairs.levels.zip(stairs.judged.map { case (begin, end) => window(begin, end) }))
      )
  }

  private def window(begin: FiniteDuration, end: FiniteDuration): Window = Window(millis(begin), millis(end))

  private def millis(time: FiniteDuration): Int = time.toMillis.toInt
}
