package bottleneck.lab.engine

import bottleneck.lab.figures.record.RunRecord
import bottleneck.lab.figures.settings.Layout
import bottleneck.lab.parts.host.Folders
import java.nio.file.StandardCopyOption.REPLACE_EXISTING
import java.nio.file.{Files, Path}
import java.time.Instant
import java.time.temporal.ChronoUnit.SECONDS
import java.util.Locale

/** Folders of a run's files. Gatling names the results folder only after the parts have started, so the run's own files
  * are kept elsewhere until then.
  */
private final class RunFolder(layout: Layout, simulation: String) {
  private val began = Instant.now()

  /** Folder of the run's own files; each entry ends up in Gatling's folder. */
  val work: Path = layout.work.resolve("runs").resolve(s"$simulation-${began.toEpochMilli}")

  /** Moves what the run wrote into Gatling's folder for it, its record last, with what `read` reads there before: that
    * folder, or nothing where one of the two is not there.
    */
  def moveToResults[A](read: Path => A): Option[(Path, A)] =
    newest.filter(_ => Files.isDirectory(work)).map { results =>
      val reading = read(results)
      Folders
        .entries(work)
        .sortBy(_.getFileName.toString == RunRecord.file)
        .foreach(entry => Files.move(entry, results.resolve(entry.getFileName), REPLACE_EXISTING))
      Files.delete(work)
      results -> reading
    }

  /** Gatling's newest folder of this simulation that is not older than this run and has no result yet, as that of a
    * repeat has; file times may be whole seconds.
    */
  private def newest: Option[Path] =
    Folders
      .entries(layout.results)
      .filter(path => path.getFileName.toString.startsWith(s"${simulation.toLowerCase(Locale.ROOT)}-"))
      .filter(path => !Files.getLastModifiedTime(path).toInstant.isBefore(began.truncatedTo(SECONDS)))
      .filterNot(path => Files.exists(path.resolve(RunRecord.result)))
      .maxByOption(Files.getLastModifiedTime(_))
}
