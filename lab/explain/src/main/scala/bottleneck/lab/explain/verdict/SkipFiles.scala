package bottleneck.lab.explain.verdict

import bottleneck.lab.explain.json.Json
import bottleneck.lab.explain.record.ResultError
import bottleneck.lab.files.WholeFile
import java.nio.file.{Files, Path}
import scala.jdk.StreamConverters._
import scala.util.Using

/** A run that was not started, because the machine lacks what its target needs.
  *
  * @param reason
  *   a sentence that says what is missing, and what to do
  * @param at
  *   ISO instant
  */
final case class Skip(experiment: String, variant: String, reason: String, at: String)

/** Records of skipped runs: a file for each simulation, until it has a result. */
object SkipFiles {
  private val folder = "skipped"
  private val suffix = ".json"

  /** Records in the results folder `results` that `simulation`, a class, was not run. */
  def write(results: Path, simulation: String, skip: Skip): Unit =
    WholeFile.write(file(results, simulation), SkipJson.render(skip))

  /** Does nothing where `simulation` was not skipped. */
  def remove(results: Path, simulation: String): Unit = {
    val _ = Files.deleteIfExists(file(results, simulation))
  }

  /** The records in each of `folders`; where several have one of the same simulation, that of the first. */
  private[verdict] def find(folders: Vector[Path]): Vector[Either[DamagedResult, Skip]] =
    folders
      .map(_.resolve(folder))
      .filter(Files.isDirectory(_))
      .flatMap(records)
      .distinctBy(_.getFileName)
      .map(ResultFiles.readFile(_)(SkipJson.parse))

  private def file(results: Path, simulation: String): Path = results.resolve(folder).resolve(s"$simulation$suffix")

  private def records(folder: Path): Vector[Path] =
    Using.resource(Files.list(folder))(_.toScala(Vector)).filter(_.getFileName.toString.endsWith(suffix)).sorted
}

private object SkipJson extends Json {
  implicit private val skip: ReadWriter[Skip] = macroRW

  def render(of: Skip): String = write(of, indent = 2) + "\n"

  def parse(text: String): Either[ResultError, Skip] =
    caught(read[Skip](text)).left.map(ResultError.Damaged(_))
}
