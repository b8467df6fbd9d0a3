package bottleneck.lab

import bottleneck.lab.explain.log.{Log, LogReader}
import bottleneck.lab.explain.report.Summary
import bottleneck.lab.explain.stats.{Measurement, Window}
import bottleneck.lab.target.Load
import java.nio.file.Path

/** What a run ends with: its summary, and a sentence for everything that fails the build. */
private final case class Conclusion(summary: Vector[String], failures: Vector[String])

private object Conclusion {

  /** Reads the log of `simulation` and judges the window that `load` leaves. */
  def of(log: Path, simulation: String, load: Load, workload: Workload): Conclusion = {
    val window = Window((load.arrival + load.settle).toMillis.toInt, load.duration.toMillis.toInt)
    val collector = new Measurement.Collector(window)
    LogReader.read(log)(collector.add) match {
      case Right(read) if read.run.simulation != simulation =>
        failed(s"$log is of another run: ${read.run.simulation}.")
      case Right(read) => judge(collector.measurement, workload, read)
      case Left(error) => failed(error.message)
    }
  }

  def failed(sentence: String): Conclusion = Conclusion(Vector.empty, Vector(sentence))

  private def judge(measurement: Measurement, workload: Workload, log: Log): Conclusion = Conclusion(
    Summary.lines(measurement, workload.prediction),
    Vector(
      Option.when(log.isPartial)(s"the log of the run ends within its record ${log.records + 1}"),
      Option.when(measurement.total.ok == 0)("no request of the window was answered"),
      missed(measurement, workload)
    ).flatten ++ unexpected(measurement, workload)
  )

  private def missed(measurement: Measurement, workload: Workload): Option[String] = for {
    prediction <- workload.prediction
    tolerance <- workload.tolerance
    if !prediction.isWithin(tolerance, measurement.total.throughput)
  } yield s"the throughput misses the prediction by more than ${(tolerance * 100).round} %"

  private def unexpected(measurement: Measurement, workload: Workload): Vector[String] =
    measurement.total.errors.keys.toVector.sorted
      .filterNot(message => workload.expectedFailures.exists(message.contains(_)))
      .map(message => s"requests failed in a way that is not expected here: $message")
}
