package bottleneck.lab.command

import bottleneck.lab.model.Problem
import java.io.IOException
import java.nio.file.{
  AccessDeniedException,
  FileSystemException,
  Files,
  InvalidPathException,
  NoSuchFileException,
  Path
}
import scala.jdk.StreamConverters._
import scala.util.Using

/** What the words of a command line name. */
private[command] object Inputs {
  private val logName = "simulation.log"
  private val time = """(?:(\d+)h)?(?:(\d+)m)?(?:(\d+(?:\.\d{1,3})?)s)?(?:(\d+)ms)?""".r

  /** All results in order, or the first problem. */
  def each[A, B](values: Vector[A])(of: A => Either[Problem, B]): Either[Problem, Vector[B]] =
    values.foldLeft[Either[Problem, Vector[B]]](Right(Vector.empty))((done, value) =>
      done.flatMap(results => of(value).map(results :+ _))
    )

  def path(word: String): Either[Problem, Path] =
    try Right(Path.of(word))
    catch { case error: InvalidPathException => Left(Problem(s"'$word' is no path: ${error.getReason}.")) }

  /** The path of what is there. */
  def existing(word: String): Either[Problem, Path] =
    path(word).filterOrElse(Files.exists(_), Problem(s"$word does not exist."))

  /** Milliseconds of a time such as 30s, 5m, 1m30s or 500ms. */
  def millis(flag: Flag, word: String): Either[Problem, Int] = word match {
    case time(hours, minutes, seconds, millis) if word.nonEmpty =>
      val all = Vector(hours -> 3600000, minutes -> 60000, seconds -> 1000, millis -> 1).collect {
        case (number: String, unit) => BigDecimal(number) * unit
      }.sum
      if (all <= Int.MaxValue) Right(all.toInt)
      else Left(Problem(s"${flag.name} $word is more than the 24 days that a log can hold."))
    case _ => Left(Problem(s"${flag.name} $word is no time: write 30s, 5m, 1m30s or 500ms."))
  }

  /** The part of a run from --from to before --to, in ms. */
  def part(arguments: Arguments): Either[Problem, (Option[Int], Option[Int])] = {
    def time(flag: Flag): Either[Problem, Option[Int]] =
      each(arguments.one(flag).toVector)(millis(flag, _)).map(_.headOption)
    for {
      from <- time(Verbs.from)
      to <- time(Verbs.to)
      _ <- Either.cond(
        to.forall(from.getOrElse(0) < _),
        (),
        Problem("--from must be before --to: nothing lies between them.")
      )
    } yield (from, to)
  }

  /** The log that a word means: itself, that of a folder, or the newest of the folders in a folder. */
  def log(word: String): Either[Problem, Path] = existing(word).flatMap { named =>
    if (!Files.isDirectory(named)) Right(named)
    else
      logsIn(named).flatMap(
        _.maxByOption(log => (Files.getLastModifiedTime(log), log.toString)).toRight(noLog(word))
      )
  }

  /** The logs and JSON files that a word means: itself, or all in a folder and in the folders in it. */
  def runs(word: String): Either[Problem, Vector[Path]] = existing(word).flatMap { named =>
    if (!Files.isDirectory(named)) Right(Vector(named))
    else
      for {
        logs <- logsIn(named)
        files <- if (logs.contains(named.resolve(logName))) Right(Vector.empty) else listed(named)
        found = files
          .filter(file => Vector(".log", ".json").exists(file.toString.endsWith) && Files.isRegularFile(file))
        all = (found ++ logs).distinct
        _ <- Either.cond(all.nonEmpty, (), noLog(word))
      } yield all
  }

  /** The simulation.log of a folder, or else those of the folders in it. */
  private def logsIn(folder: Path): Either[Problem, Vector[Path]] = {
    val own = folder.resolve(logName)
    if (Files.exists(own)) Right(Vector(own))
    else listed(folder).map(_.filter(Files.isDirectory(_)).map(_.resolve(logName)).filter(Files.isRegularFile(_)))
  }

  private def listed(folder: Path): Either[Problem, Vector[Path]] =
    try Right(Using.resource(Files.list(folder))(_.toScala(Vector)).sorted)
    catch { case error: IOException => Left(Problem(s"$folder cannot be read: ${reason(error)}.")) }

  private def noLog(folder: String): Problem =
    Problem(s"$folder has no $logName, nor has a folder in it: name the log, or a result folder of Gatling.")

  def reason(error: IOException): String = error match {
    case _: NoSuchFileException => "there is no such file"
    case _: AccessDeniedException => "access is denied"
    case failed: FileSystemException => Option(failed.getReason).getOrElse(failed.toString)
    case other => Option(other.getMessage).getOrElse(other.toString)
  }
}
