package bottleneck.lab.explain.verdict

import bottleneck.lab.explain.log.LogReader
import bottleneck.lab.explain.record.{ResultError, ResultJson, RunRecord}
import bottleneck.lab.files.InputText
import java.nio.file.{Files, Path}
import scala.jdk.StreamConverters._
import scala.util.Using

/** A result.json, or the record of a skipped run, that cannot be used. */
final case class DamagedResult(file: Path, error: ResultError)

/** The results that were found.
  *
  * @param damaged
  *   those that are left out, each with the reason
  * @param skips
  *   runs that were not started
  * @param unfinished
  *   folders of runs that began and left neither a result nor a record, as when the generator is killed
  */
final case class FoundResults(
    results: Vector[StoredResult],
    damaged: Vector[DamagedResult],
    skips: Vector[Skip],
    unfinished: Vector[Path] = Vector.empty
)

object ResultFiles {
  val name = "result.json"

  /** Reads the result.json of every folder in `folders`, where a folder without one is no result, and the records of
    * skipped runs.
    */
  def find(folders: Vector[Path]): FoundResults = {
    val there = folders.filter(Files.isDirectory(_))
    val read = there
      .flatMap(ResultFiles.folders(_, name))
      .map(run => readFile(run.resolve(name))(ResultJson.parse).map(StoredResult(run, _)))
    val (damagedSkips, skips) = SkipFiles.find(folders).partitionMap(identity)
    val results = read.flatMap(_.toOption).distinctBy(_.result.run.id)
    FoundResults(results, read.flatMap(_.left.toOption) ++ damagedSkips, skips, there.flatMap(unfinished))
  }

  private def unfinished(results: Path): Vector[Path] =
    folders(results, LogReader.file).diff(folders(results, name, RunRecord.file))

  /** The same of `results` and of earlier runs: those that are folders in `history`, or a result.json there that has
    * its run's name.
    */
  def find(results: Path, history: Option[Path]): FoundResults = {
    val found = find(results +: history.toVector)
    val files = history.fold(none)(read(_, _.matches(ofRun)))
    found.copy(
      results = (found.results ++ files.results).distinctBy(_.result.run.id),
      damaged = found.damaged ++ files.damaged
    )
  }

  /** `oneinstance-20261124154425545.json`, as Gatling names a run's folder. */
  private val ofRun = """.+-\d{17}\.json"""

  private val none = FoundResults(Vector.empty, Vector.empty, Vector.empty)

  /** Reads each JSON file of `folder` as a result. */
  def committed(folder: Path): FoundResults = read(folder, _.endsWith(".json"))

  private def read(folder: Path, isResult: String => Boolean): FoundResults = {
    val files =
      if (Files.isDirectory(folder)) Using.resource(Files.list(folder))(_.toScala(Vector)).sorted else Vector.empty
    val read = files
      .filter(file => Files.isRegularFile(file) && isResult(file.getFileName.toString))
      .map(file => readFile(file)(ResultJson.parse).map(StoredResult(file, _)))
    none.copy(read.flatMap(_.toOption), read.flatMap(_.left.toOption))
  }

  /** The folders of runs that have one of these files. */
  def folders(results: Path, files: String*): Vector[Path] =
    Using
      .resource(Files.list(results))(_.toScala(Vector))
      .filter(run => files.exists(file => Files.exists(run.resolve(file))))
      .sorted

  private[verdict] def readFile[A](file: Path)(parse: String => Either[ResultError, A]): Either[DamagedResult, A] =
    InputText
      .read(file, ResultJson.most)
      .left
      .map(ResultError.Unreadable(_))
      .flatMap(parse)
      .left
      .map(DamagedResult(file, _))
}
