package bottleneck.lab.command

import bottleneck.lab.figures.Problem
import bottleneck.lab.log.{LogError, LogReader}
import java.io.{IOException, InputStream}
import java.nio.file._
import scala.jdk.StreamConverters._
import scala.util.Using

/** A log and, where it was chosen as the newest, the folder that it is of. */
private[command] final case class Source(log: Path, among: Int, folder: String, isPiped: Boolean = false) {
  val text: String =
    if (isPiped) folder else if (among == 1) log.toString else s"$log, the newest of $among logs in $folder"

  /** A sentence about the log by the name that its user knows. */
  def problem(error: LogError): Problem = {
    val plain = Inputs.problem(error)
    if (isPiped) Problem(plain.sentence.replace(log.toString, text)) else plain
  }
}

/** Paths and times that the words of a command line name. */
private[command] object Inputs {
  private val time = """(?:(\d+)h)?(?:(\d+)m)?(?:(\d+(?:\.\d{1,3})?)s)?(?:(\d+)ms)?""".r

  def path(word: String): Either[Problem, Path] =
    try Right(Path.of(word))
    catch { case error: InvalidPathException => Left(Problem(s"'$word' is no path: ${error.getReason}.")) }

  def existing(word: String): Either[Problem, Path] =
    path(word).filterOrElse(Files.exists(_), Problem(s"$word does not exist."))

  /** Milliseconds of a time such as 30s, 5m, 1m30s or 500ms. */
  def millis(flag: Flag, word: String): Either[Problem, Int] = word match {
    case time(hours, minutes, seconds, millis) if word.nonEmpty =>
      val all = Vector(hours -> 3600000, minutes -> 60000, seconds -> 1000, millis -> 1).collect {
        case (number: String, unit) => BigDecimal(number) * unit
      }.sum
      if (all <= Int.MaxValue) Right(all.toInt)
      else Left(Problem(s"${flag.name} $word is too long: at most 596h."))
    case _ => Left(Problem(s"${flag.name} $word is no time: write 30s, 5m, 1m30s or 500ms."))
  }

  /** The part of a run from --from to before --to, in ms. */
  def part(arguments: Arguments): Either[Problem, (Option[Int], Option[Int])] = {
    def time(flag: Flag): Either[Problem, Option[Int]] =
      Problem.each(arguments.one(flag).toVector)(millis(flag, _)).map(_.headOption)
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

  /** The log that a word means: itself, that of a folder, or the newest of the folders in a folder; `-` is standard
    * input. What can be read only once, such as a pipe, is copied to a file that is gone at the end.
    */
  def log(word: String): Either[Problem, Source] =
    if (word == "-" || standardInput(word)) piped("standard input")(System.in)
    else
      found(word, _ => false).flatMap { logs =>
        val log = logs.maxBy(log => (Files.getLastModifiedTime(log), log.toString))
        if (Files.isRegularFile(log)) Right(Source(log, logs.size, word)) else piped(word)(Files.newInputStream(log))
      }

  private val standardInput = Set("/dev/stdin", "/dev/fd/0", "/proc/self/fd/0")

  private def piped(name: String)(open: => InputStream): Either[Problem, Source] =
    try {
      val copy = Files.createTempFile("bottleneck-", ".log")
      copy.toFile.deleteOnExit()
      Using.resource(open)(Files.copy(_, copy, StandardCopyOption.REPLACE_EXISTING))
      Right(Source(copy, 1, name, isPiped = true))
    } catch { case error: IOException => Left(Problem(s"$name cannot be read: ${LogError.reason(error)}.")) }

  /** The logs and JSON files that a word means: itself, or all in a folder and in the folders in it. */
  def runs(word: String): Either[Problem, Vector[Path]] =
    found(word, file => Vector(".log", ".json").exists(file.toString.endsWith) && Files.isRegularFile(file))

  /** @param isOther whether a file counts that stands in a folder without a simulation.log */
  private def found(word: String, isOther: Path => Boolean): Either[Problem, Vector[Path]] =
    existing(word).flatMap { named =>
      val own = named.resolve(LogReader.file)
      try
        if (!Files.isDirectory(named)) Right(Vector(named))
        else if (Files.exists(own)) Right(Vector(own))
        else {
          val all = Using.resource(Files.list(named))(_.toScala(Vector)).sorted
          val inFolders = all.filter(Files.isDirectory(_)).map(_.resolve(LogReader.file)).filter(Files.isRegularFile(_))
          val none =
            s"$word has no ${LogReader.file}, nor has a folder in it: name the log, or a result folder of Gatling."
          Some(all.filter(isOther) ++ inFolders).filter(_.nonEmpty).toRight(Problem(none))
        }
      catch { case error: IOException => Left(Problem(s"$word cannot be read: ${LogError.reason(error)}.")) }
    }

  def problem(error: LogError): Problem = Problem(error.message + (error match {
    case _: LogError.NewerVersion => s" ${Verbs.anyVersion.name} reads it as far as it parses."
    case _: LogError.NotOverlapping => s" ${Verbs.notOverlapping.name} merges them all the same."
    case _ => ""
  }))
}
