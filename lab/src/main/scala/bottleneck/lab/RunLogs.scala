package bottleneck.lab

import bottleneck.lab.settings.Layout
import java.nio.file.{Files, Path}
import java.time.Instant
import java.time.temporal.ChronoUnit.MILLIS
import scala.jdk.StreamConverters._
import scala.util.Using

/** The logs of a run's parts. Gatling names the run's folder only after they have started, so they move there at the end. */
private final class RunLogs(layout: Layout, simulation: String) {
  private val began = Instant.now().truncatedTo(MILLIS)

  val folder: Path = layout.work.resolve("logs").resolve(s"$simulation-${began.toEpochMilli}")

  /** Moves the logs into the run's folder: their new place, or nothing where there are no logs or no run. */
  def moveToResults(): Option[Path] =
    resultFolder.filter(_ => Files.isDirectory(folder)).map(run => Files.move(folder, run.resolve("logs")))

  /** The newest folder of this simulation that is not older than this run. */
  private def resultFolder: Option[Path] =
    Using
      .resource(Files.list(layout.results))(_.toScala(Vector))
      .filter(path => path.getFileName.toString.startsWith(s"${simulation.toLowerCase}-"))
      .filter(path => !Files.getLastModifiedTime(path).toInstant.isBefore(began))
      .maxByOption(Files.getLastModifiedTime(_))
}
