package bottleneck.lab.claims.verdict

import bottleneck.lab.figures.Problem
import bottleneck.lab.figures.files.InputText
import bottleneck.lab.figures.json.Json
import bottleneck.lab.figures.record.{Result, ResultJson, RunRecord, ServiceResult, TurnsResult}
import bottleneck.lab.log.{LogReader, WholeFile}
import java.nio.file.{Files, Path}
import scala.jdk.StreamConverters._
import scala.util.Using

/** A result.json, or the record of a skipped run, that cannot be used. */
final case class DamagedResult(file: Path, problem: Problem)

/** The results that were found. `unfinished` are folders of runs that began and left neither a result nor a record, as
  * when the generator is killed.
  */
final case class FoundResults(
    results: Vector[StoredResult],
    damaged: Vector[DamagedResult],
    skips: Vector[Skip],
    unfinished: Vector[Path] = Vector.empty,
    turns: Vector[TurnsResult] = Vector.empty,
    answers: Vector[ServiceAnswer] = Vector.empty
)

object ResultFiles {
  val name = RunRecord.result

  /** Begins the name of Gatling's own folder of a question, whose answer is in another. */
  private val ofQuestions = "ask-"

  /** Reads the result.json of every folder in `folders`, where a folder without one is no result, and the records of
    * skipped runs.
    */
  def find(folders: Vector[Path]): FoundResults = {
    val there = folders.filter(Files.isDirectory(_))
    def each[A](file: String)(parse: (Path, String) => Either[Problem, A]): (Vector[DamagedResult], Vector[A]) =
      there
        .flatMap(ResultFiles.folders(_, file))
        .map(run => readFile(run.resolve(file))(parse(run, _)))
        .partitionMap(identity)
    val (damaged, results) = each(name)((run, text) => ResultJson.parse(text).map(StoredResult(run, _)))
    val (damagedSkips, skips) = SkipFiles.find(folders).partitionMap(identity)
    val (damagedAnswers, answers) = ServiceResult.files
      .map(each(_)((run, text) => ServiceResult.parse(text).map(ServiceAnswer.of(run, _))))
      .unzip
    val (damagedTurns, turns) = each(TurnsResult.file)((_, text) => TurnsResult.parse(text))
    FoundResults(
      results.distinctBy(_.result.run.id),
      damaged ++ damagedSkips ++ damagedAnswers.flatten ++ damagedTurns,
      skips,
      there.flatMap(unfinished),
      turns.distinctBy(_.id),
      answers.flatten.distinctBy(_.folder.getFileName).sortBy(_.endedAt).reverse
    )
  }

  private def unfinished(results: Path): Vector[Path] =
    folders(results, LogReader.file)
      .diff(folders(results, Vector(name, RunRecord.file, TurnsResult.file) ++ ServiceResult.files: _*))
      .filterNot(_.getFileName.toString.startsWith(ofQuestions))

  /** The same of `results` and of earlier runs: those that are folders in `history`, or lines of it where it is a file.
    */
  def find(results: Path, history: Option[Path]): FoundResults = {
    val found = find(results +: history.toVector)
    val lines = history.filter(Files.isRegularFile(_)).fold(none)(committed)
    found.copy(
      results = (found.results ++ lines.results).distinctBy(_.result.run.id),
      turns = (found.turns ++ lines.turns).distinctBy(_.id),
      damaged = found.damaged ++ lines.damaged
    )
  }

  private val none = FoundResults(Vector.empty, Vector.empty, Vector.empty)

  /** The results of a file with one in each line; `docs/results` stands for `docs/results.jsonl`. */
  def committed(path: Path): FoundResults = {
    val file = if (Files.exists(path)) path else path.resolveSibling(s"${path.getFileName}$ofLines")
    if (!Files.exists(file)) none
    else
      InputText.read(file) match {
        case Left(reason) => none.copy(damaged = Vector(DamagedResult(file, Json.unreadable(reason))))
        case Right(text) =>
          val (ofTurns, others) = text.linesIterator.zipWithIndex.toVector.partition { case (line, _) =>
            TurnsResult.is(line)
          }
          def each[A](lines: Vector[(String, Int)])(parse: String => Either[Problem, A]) = lines.partitionMap {
            case (line, n) => parse(line).left.map(DamagedResult(Path.of(s"$file:${n + 1}"), _))
          }
          val (damaged, results) = each(others)(ResultJson.parse(_).map(StoredResult(file, _)))
          val (damagedTurns, turns) = each(ofTurns)(TurnsResult.parse)
          none.copy(results, damaged ++ damagedTurns, turns = turns)
      }
  }

  /** Writes these as the lines of a file, in an order that does not depend on when they ran. */
  def writeLines(file: Path, results: Vector[Result], turns: Vector[TurnsResult]): Unit = {
    val lines = results.sortBy(of => (of.run.experiment, of.run.variant, of.run.id)).map(ResultJson.line) ++
      turns.sortBy(of => (of.study, of.one, of.other, of.id)).map(TurnsResult.line)
    WholeFile.write(file, lines.map(_ + "\n").mkString)
  }

  private val ofLines = ".jsonl"

  /** The folders of runs that have one of these files. */
  def folders(results: Path, files: String*): Vector[Path] =
    Using
      .resource(Files.list(results))(_.toScala(Vector))
      .filter(run => files.exists(file => Files.exists(run.resolve(file))))
      .sorted

  private[verdict] def readFile[A](file: Path)(parse: String => Either[Problem, A]): Either[DamagedResult, A] =
    Json.readFile(file)(parse).left.map(DamagedResult(file, _))
}

/** A run that was not started, because the machine lacks what its target needs: a sentence with what is missing and
  * what to do, and an ISO instant.
  */
final case class Skip(experiment: String, variant: String, reason: String, at: String)

/** Records of skipped runs: a file for each simulation, until it has a result. */
object SkipFiles extends Json {
  private val folder = "skipped"
  private val suffix = ".json"

  implicit private val readWriter: ReadWriter[Skip] = macroRW

  /** Records in the results folder `results` that `simulation`, a class, was not run. */
  def write(results: Path, simulation: String, skip: Skip): Unit =
    WholeFile.write(file(results, simulation), ujson.write(writeJs(skip), indent = 2) + "\n")

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
      .map(ResultFiles.readFile(_)(text => caught(read[Skip](text))))

  private def file(results: Path, simulation: String): Path = results.resolve(folder).resolve(s"$simulation$suffix")

  private def records(folder: Path): Vector[Path] =
    Using.resource(Files.list(folder))(_.toScala(Vector)).filter(_.getFileName.toString.endsWith(suffix)).sorted
}

/** What is known of a service, with its folder, and an ISO instant. */
final case class ServiceAnswer(folder: Path, endedAt: String, result: ServiceResult)

private object ServiceAnswer {

  /** An early one ended when its folder was changed last. */
  def of(folder: Path, result: ServiceResult): ServiceAnswer =
    ServiceAnswer(folder, result.endedAt.getOrElse(Files.getLastModifiedTime(folder).toInstant.toString), result)
}
