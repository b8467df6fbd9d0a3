package bottleneck.lab.ask

import bottleneck.lab.model.{Numbers, Problem}
import bottleneck.lab.run.turns.TurnTimes
import bottleneck.lab.settings.Secrets
import java.net.{InetAddress, URI}
import java.nio.file.{Files, Path}
import java.util.regex.Matcher
import scala.concurrent.duration._
import scala.util.Try

/** Program that is asked about. */
private[ask] sealed trait Program

private[ask] object Program {

  /** A jar that `java -jar` runs. */
  final case class Jar(path: Path) extends Program

  /** A command line of a shell; `{port}` in it is the port that it must listen on. */
  final case class CommandLine(text: String) extends Program

  /** A service that runs already; `isHere` is true where it is on this machine. */
  final case class Running(url: URI, isHere: Boolean) extends Program
}

/** What is asked, and how; read from system properties.
  *
  * @param arguments
  *   of the program, beside those that the lab gives
  * @param environment
  *   of the program, beside the lab's own
  * @param health
  *   path that answers 2xx once the service is ready
  * @param schema
  *   files of SQL that are run in an empty PostgreSQL before the service starts
  * @param rates
  *   requests per second that its owner wants
  * @param most
  *   users at once, at most
  * @param cpus
  *   cores that the service may use; all of them where it is not said
  * @param confirm
  *   true to try the advice
  * @param against
  *   a service that it is compared with, in place of the question
  */
private[ask] final case class AskSettings(
    question: Question,
    text: String,
    program: Program,
    arguments: Vector[String],
    environment: Map[String, String],
    health: Option[String],
    java: Option[Path],
    schema: Vector[Path],
    rates: Vector[Double],
    most: Int,
    cpus: Option[Double],
    confirm: Boolean,
    against: Option[Against],
    folders: AskFolders
) {

  /** The same question to the service that is compared with. */
  def old(against: Against): AskSettings = copy(program = against.program, arguments = against.arguments)

  /** Upper bound of the time of load. */
  def longest: FiniteDuration = against.fold(Climb.longestOfAll * (if (confirm) 2L else 1L)) { of =>
    of.limit + (TurnTimes.usual.look + 2.minutes) * of.rounds.toLong
  }

  /** Name of the service, for people. */
  def name: String = program match {
    case Program.Jar(path) => path.getFileName.toString
    case Program.CommandLine(text) => Secrets.masked(text)
    case Program.Running(url, _) => url.toString
  }

  /** The same with its arguments: two of one jar differ by them. */
  def nameInFull: String = (name +: arguments).mkString(" ")
}

/** Folders that the POM names. */
private[ask] final case class AskFolders(work: Path, results: Path) {
  def cache: Path = work.resolve("cache")
}

private[ask] object AskSettings {
  private val usualMost = 512
  private val greatestMost = 5000
  private val programs = Vector("service.jar", "service.command", "target.url")
  private val names = programs ++ Vector("service.args", "service.env", "service.health", "service.java") ++
    Vector("service.schema", "service.cpus", "target.allow", "rate", "ask", "ask.users", "confirm") ++ Against.names

  /** Reads `properties`, or says in one sentence what is wrong with them.
    *
    * @param start
    *   folder that relative paths begin at
    * @param ownJar
    *   the jar of the project's own service, which the POM names where the user names none
    */
  def read(properties: Map[String, String], start: Path): Either[Problem, AskSettings] = {
    val set = properties.filter { case (_, value) => value.nonEmpty }
    for {
      _ <- known(set.keySet)
      text <- set.get("ask").toRight(Problem("-Dask= is missing: ask for a request, such as -Dask='GET /owners'."))
      folders <- folders(set)
      question <- QuestionText.read(text, start)
      program <- program(set, start)
      environment <- environment(set)
      health <- health(set)
      java <- javaHome(set)
      schema <- schema(set, start, program)
      rates <- rates(set)
      most <- most(set)
      cpus <- cpus(set, program)
      confirm <- confirm(set, program)
      arguments = words(set.getOrElse("service.args", ""))
      against <- Against.read(set, program, arguments, jar(_, start, "against.jar"))
    } yield AskSettings(
      question,
      text,
      program,
      arguments,
      environment,
      health,
      java,
      schema,
      rates,
      most,
      cpus,
      confirm,
      against,
      folders
    )
  }

  /** `-Dservice.jra=` would measure something else than its user wants. */
  private def known(set: Set[String]): Either[Problem, Unit] = {
    val own = set.filter(name => Vector("service.", "target.", "ask", "against.").exists(name.startsWith(_)))
    own.find(!(names :+ "service.folder" :+ "service.classpath").contains(_)).fold[Either[Problem, Unit]](Right(())) {
      name =>
        Left(Problem(s"-D$name is no setting: did you mean -D${Problem.nearest(name, names).head._1}?"))
    }
  }

  private def folders(set: Map[String, String]): Either[Problem, AskFolders] =
    set.get("lab.work").zip(set.get("lab.results")) match {
      case Some((work, results)) => Right(AskFolders(Path.of(work), Path.of(results)))
      case None => Left(Problem("A question is asked by mvn gatling:test, whose POM sets lab.work and lab.results."))
    }

  private def program(set: Map[String, String], start: Path): Either[Problem, Program] =
    programs.filter(set.contains) match {
      case Vector("service.jar") => jar(set("service.jar"), start, "service.jar")
      case Vector("service.command") => Right(Program.CommandLine(set("service.command")))
      case Vector("target.url") => running(set("target.url"), set.get("target.allow"))
      case Vector() =>
        Left(Problem("No service is named: add -Dservice.jar=app.jar, -Dservice.command='…' or -Dtarget.url=http://…."))
      case several =>
        Left(Problem(s"${several.map(name => s"-D$name").mkString(" and ")} exclude each other: give one."))
    }

  private def jar(text: String, start: Path, name: String): Either[Problem, Program] = {
    def wrong(why: String): Left[Problem, Program] = Left(Problem(s"-D$name=$text $why"))
    val path = start.resolve(text).normalize
    if (!Files.exists(path)) wrong("is not there: build it, or give its path from where Maven is started.")
    else if (Files.isDirectory(path)) wrong("is a folder: name the jar in it.")
    else
      ServiceJar.open(path) match {
        case None => wrong("is no jar: it cannot be opened as a ZIP archive.")
        case Some(jar) if jar.mainClass.isEmpty =>
          wrong(
            "has no Main-Class in its manifest, so java -jar cannot run it: name the fat jar, or use -Dservice.command='java -cp …'."
          )
        case Some(_) => Right(Program.Jar(path))
      }
  }

  private def running(text: String, allowed: Option[String]): Either[Problem, Program] = {
    val uri = Try(new URI(text.stripSuffix("/"))).toOption.filter { uri =>
      Set("http", "https").contains(uri.getScheme) && Option(uri.getHost).isDefined && Option(
        uri.getRawQuery
      ).isEmpty &&
      Option(uri.getRawUserInfo).isEmpty
    }
    uri match {
      case None => Left(Problem(s"-Dtarget.url=$text is no base URL: use one like http://127.0.0.1:8080."))
      case Some(uri) if isHere(uri.getHost) => Right(Program.Running(uri, isHere = true))
      case Some(uri) if allowed.contains(uri.getHost) => Right(Program.Running(uri, isHere = false))
      case Some(uri) =>
        Left(
          Problem(
            s"-Dtarget.url=$text is on another machine, which would get a load: add -Dtarget.allow=${uri.getHost} if it is yours."
          )
        )
    }
  }

  private def isHere(host: String): Boolean =
    Try(InetAddress.getAllByName(host.stripPrefix("[").stripSuffix("]")).forall(_.isLoopbackAddress)).getOrElse(false)

  private def environment(set: Map[String, String]): Either[Problem, Map[String, String]] =
    Problem
      .each(words(set.getOrElse("service.env", ""))) { word =>
        word.split("=", 2) match {
          case Array(name, value) if name.matches("[A-Za-z_][A-Za-z0-9_.]*") => Right(name -> value)
          case _ =>
            Left(
              Problem(s"-Dservice.env= has '${Secrets.masked(word)}': give NAME=value, several with blanks between.")
            )
        }
      }
      .map(_.toMap)

  private def health(set: Map[String, String]): Either[Problem, Option[String]] = set.get("service.health") match {
    case Some(path) if !path.startsWith("/") => Left(Problem(s"-Dservice.health=$path is no path: it begins with /."))
    case other => Right(other)
  }

  private def javaHome(set: Map[String, String]): Either[Problem, Option[Path]] = set.get("service.java") match {
    case Some(home) if !Try(Files.isExecutable(Path.of(home, "bin", "java"))).getOrElse(false) =>
      Left(Problem(s"-Dservice.java=$home is no JDK: it has no executable bin/java."))
    case other => Right(other.map(Path.of(_)))
  }

  private def schema(set: Map[String, String], start: Path, program: Program): Either[Problem, Vector[Path]] = {
    val files = set.get("service.schema").toVector.flatMap(_.split(',')).map(file => start.resolve(file.trim).normalize)
    if (files.nonEmpty && program.isInstanceOf[Program.Running])
      Left(Problem("-Dservice.schema= is for a service that the lab starts: leave it out with -Dtarget.url=."))
    else
      files
        .find(!Files.isRegularFile(_))
        .map(path => Problem(s"-Dservice.schema=$path is no file."))
        .toLeft(files)
  }

  private def cpus(set: Map[String, String], program: Program): Either[Problem, Option[Double]] = {
    val machine = Runtime.getRuntime.availableProcessors
    (set.get("service.cpus"), program) match {
      case (None, _) => Right(None)
      case (Some(_), _: Program.Running) =>
        Left(Problem("-Dservice.cpus= is for a service that the lab starts: leave it out with -Dtarget.url=."))
      case (Some(text), _) =>
        text.toDoubleOption
          .filter(cores => 0.1 <= cores && cores <= machine)
          .map(Some(_))
          .toRight(Problem(s"-Dservice.cpus=$text is no number of cores: use 0.1 to $machine."))
    }
  }

  private def confirm(set: Map[String, String], program: Program): Either[Problem, Boolean] =
    (set.get("confirm"), program) match {
      case (None | Some("false"), _) => Right(false)
      case (Some("true"), _: Program.Jar) => Right(true)
      case (Some("true"), _) => Left(Problem("-Dconfirm changes a setting of Spring Boot: it is for -Dservice.jar=."))
      case (Some(text), _) => Left(Problem(s"-Dconfirm=$text is neither true nor false."))
    }

  private def rates(set: Map[String, String]): Either[Problem, Vector[Double]] =
    Problem.each(set.get("rate").toVector.flatMap(_.split(","))) { text =>
      text.trim.toDoubleOption
        .filter(rate => rate > 0 && rate <= 1e7)
        .toRight(Problem(s"-Drate=$text is no rate: give requests per second, such as -Drate=1000."))
    }

  private def most(set: Map[String, String]): Either[Problem, Int] = {
    val text = set.getOrElse("ask.users", usualMost.toString)
    text.toIntOption
      .filter(users => 1 <= users && users <= greatestMost)
      .toRight(
        Problem(s"-Dask.users=$text is no number of users: use 1 to ${Numbers.count(greatestMost.toDouble)}.")
      )
  }

  /** Words of a line as a shell splits them: quotes keep blanks. */
  private[ask] def words(line: String): Vector[String] =
    word
      .findAllIn(line)
      .toVector
      .map(
        quotes.replaceAllIn(
          _,
          found => {
            val inner = Option(found.group(1)).getOrElse(found.group(2))
            Matcher.quoteReplacement(inner)
          }
        )
      )

  private val word = """(?:[^\s"']|"[^"]*"|'[^']*')+""".r
  private val quotes = """"([^"]*)"|'([^']*)'""".r
}
