package bottleneck.lab.explain.stats

import bottleneck.lab.explain.log.{Log, LogError, LogReader}
import bottleneck.lab.explain.series.Second
import java.nio.file.Path

/** What one pass over a simulation.log yields. */
final case class RunStatistics(
    log: Log,
    measurement: Measurement,
    wholeRun: WholeRun,
    occupancy: Occupancy,
    timeline: TimelineCollector
) {

  /** The seconds that lie wholly in a part of the run, also those after the last record. */
  def within(window: Window): Vector[Second] = {
    val all = timeline.timeline
    val (from, until) = ((window.fromMs + 999L) / 1000, window.toMs / 1000L)
    Vector
      .range(from, math.max(from, until))
      .map(n => all.lift(n.toInt).getOrElse(Second(n.toInt, users = 0, inFlight = 0, ok = 0, ko = 0, None, None, None)))
  }

  /** The whole seconds of the window. */
  def seconds: Vector[Second] = within(measurement.window)

  /** OK responses of each whole second of the window; nothing where it has too few to judge them. */
  def perSecond: Option[Vector[Double]] = Some(seconds.map(_.ok.toDouble)).filter(_.size >= BatchMeans.batches)
}

object RunStatistics {

  /** Reads the log; `window` is the part that is judged. */
  def read(log: Path, window: Window): Either[LogError, RunStatistics] = {
    val measurement = new Measurement.Collector(window)
    val wholeRun = new WholeRun.Collector
    val occupancy = new Occupancy.Collector(window)
    val timeline = new TimelineCollector
    LogReader
      .read(log) { record =>
        measurement.add(record)
        wholeRun.add(record)
        occupancy.add(record)
        timeline.add(record)
      }
      .map(RunStatistics(_, measurement.measurement, wholeRun.wholeRun, occupancy.occupancy, timeline))
  }
}
