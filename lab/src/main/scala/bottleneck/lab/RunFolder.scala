package bottleneck.lab

import bottleneck.lab.settings.Layout
import java.nio.file.{Files, Path}
import java.time.Instant
import java.time.temporal.ChronoUnit.SECONDS
import scala.jdk.StreamConverters._
import scala.util.Using

/** Where a run's files are. Gatling names the folder of the results only after the parts have started, so their logs
  * are kept elsewhere until then.
  */
private final class RunFolder(layout: Layout, simulation: String) {
  private val began = Instant.now()

  val logs: Path = layout.work.resolve("logs").resolve(s"$simulation-${began.toEpochMilli}")

  /** Moves the logs into Gatling's folder for this run: their new place, or nothing where one of the two is not there.
    */
  def moveLogs(): Option[Path] =
    newest.filter(_ => Files.isDirectory(logs)).map(run => Files.move(logs, run.resolve("logs")))

  /** Gatling's newest folder of this simulation that is not older than this run; file times may be whole seconds. */
  def newest: Option[Path] =
    Using
      .resource(Files.list(layout.results))(_.toScala(Vector))
      .filter(path => path.getFileName.toString.startsWith(s"${simulation.toLowerCase}-"))
      .filter(path => !Files.getLastModifiedTime(path).toInstant.isBefore(began.truncatedTo(SECONDS)))
      .maxByOption(Files.getLastModifiedTime(_))
}
