package bottleneck.lab.run.metrics

import bottleneck.lab.files.WholeFile
import java.net.URI
import java.nio.file.{Files, Path}
import scala.jdk.StreamConverters._
import scala.util.Using

/** Tells a Prometheus of the user's where the instances of a run answer, in a file of its file_sd_config, as long as
  * the run lasts.
  */
private[run] final class ScrapeTargets private (file: Path) extends AutoCloseable {
  override def close(): Unit = {
    val _ = Files.deleteIfExists(file)
  }
}

private[run] object ScrapeTargets {
  private val named = """(\d+)-.*\.json""".r

  /** @param work
    *   the lab's own folder
    * @param run
    *   its name: letters, digits and hyphens
    * @param instances
    *   where each answers with its metrics, in order
    */
  def announce(work: Path, run: String, instances: Vector[URI]): ScrapeTargets = {
    val folder = Files.createDirectories(work.resolve("live"))
    removeLeft(folder)
    val file = folder.resolve(s"${ProcessHandle.current().pid()}-$run.json")
    val targets = instances.zipWithIndex.map { case (at, n) =>
      s"""  {"targets": ["${at.getAuthority}"], "labels": {"run": "$run", "service": "${n + 1}"}}"""
    }
    WholeFile.write(file, targets.mkString("[\n", ",\n", "\n]\n"))
    new ScrapeTargets(file)
  }

  /** What labs left that were killed. */
  private def removeLeft(folder: Path): Unit =
    Using.resource(Files.list(folder))(_.toScala(Vector)).foreach { file =>
      file.getFileName.toString match {
        case named(pid) if !ProcessHandle.of(pid.toLong).isPresent => Files.deleteIfExists(file)
        case _ => ()
      }
    }
}
