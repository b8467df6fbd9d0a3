package bottleneck.lab.ask

import bottleneck.lab.model.{Numbers, Problem}
import bottleneck.lab.run.turns.TurnTimes
import bottleneck.lab.settings.Secrets
import java.net.{InetAddress, URI}
import java.nio.file.{Files, Path}
import java.util.regex.Matcher
import scala.concurrent.duration._
import scala.util.Try

private[ask] sealed trait Program {

  /** True if it is on this machine. */
  def isHere: Boolean = true
}

private[ask] object Program {

  final case class Jar(path: Path) extends Program

  /** A command line of a shell; `{port}` in it is the port that it must listen on. */
  final case class CommandLine(text: String) extends Program

  /** A service that runs already. */
  final case class Running(url: URI, override val isHere: Boolean) extends Program
}

/** What is asked, and how, by the system properties of docs/how-to/your-service.md: `rates` are requests per second,
  * `most` is users at once, and `cpus` are cores, all of them where it is not said.
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
    work: Path,
    results: Path
) {

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

private[ask] object AskSettings {
  val javaName = "service.java"

  private val usualMost = 512
  private val greatestMost = 5000
  private val programs = Vector("service.jar", "service.command", "target.url")
  private val names = programs ++ Vector("service.args", "service.env", "service.health", javaName) ++
    Vector("service.schema", "service.cpus", "target.allow", "rate", "ask", "ask.users", "confirm") ++ Against.names

  /** Settings of a simulation with the same beginning. */
  private val others = Vector("service.folder", "service.classpath")

  /** Reads `properties`, or says in one sentence what is wrong with them. Relative paths begin at `start`. */
  def read(properties: Map[String, String], start: Path): Either[Problem, AskSettings] = {
    val set = properties.filter { case (_, value) => value.nonEmpty }
    for {
      _ <- known(set.keySet)
      text <- set.get("ask").toRight(Problem("-Dask= is missing: ask for a request, such as -Dask='GET /owners'."))
      work <- folder(set, "lab.work")
      results <- folder(set, "lab.results")
      question <- QuestionText.read(text, start)
      program <- program(set, start)
      environment <- Problem.each(words(set.getOrElse("service.env", "")))(variable)
      health <- value(set, "service.health", "no path: it begins with /")(Some(_).filter(_.startsWith("/")))
      java <- value(set, javaName, "no JDK: it has no executable bin/java") { home =>
        Try(Path.of(home)).filter(path => Files.isExecutable(path.resolve("bin/java"))).toOption
      }
      _ <- refusedWhenRunning(set, program)
      schema <- each(listed(set, "service.schema").map(in(start, _)), "service.schema", "no file") { file =>
        Some(Path.of(file)).filter(Files.isRegularFile(_))
      }
      rates <- each(listed(set, "rate"), "rate", "no rate: give requests per second, such as -Drate=1000") {
        _.trim.toDoubleOption.filter(rate => rate > 0 && rate <= 1e7)
      }
      most <- value(set, "ask.users", s"no number of users: use 1 to ${Numbers.count(greatestMost.toDouble)}") {
        _.toIntOption.filter(users => 1 <= users && users <= greatestMost)
      }
      cpus <- value(set, "service.cpus", s"no number of cores: use 0.1 to $coresHere") {
        _.toDoubleOption.filter(cores => 0.1 <= cores && cores <= coresHere)
      }
      confirm <- confirm(set, program)
      arguments = words(set.getOrElse("service.args", ""))
      against <- Against.read(set, program, arguments, jar(_, start, "against.jar"))
    } yield AskSettings(
      question,
      text,
      program,
      arguments,
      environment.toMap,
      health,
      java,
      schema,
      rates,
      most.getOrElse(usualMost),
      cpus,
      confirm,
      against,
      work,
      results
    )
  }

  private def coresHere: Int = Runtime.getRuntime.availableProcessors

  /** `-Dservice.jra=` would measure something else than its user wants. */
  private def known(set: Set[String]): Either[Problem, Unit] = {
    val own = set.filter(name => Vector("service.", "target.", "ask", "against.").exists(name.startsWith(_)))
    (own -- names -- others).headOption
      .map(name => Problem(s"-D$name is no setting: did you mean -D${Problem.nearest(name, names).head._1}?"))
      .toLeft(())
  }

  private def folder(set: Map[String, String], name: String): Either[Problem, Path] =
    set
      .get(name)
      .map(Path.of(_))
      .toRight(Problem("A question is asked by mvn gatling:test, whose POM sets lab.work and lab.results."))

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

  private def jar(text: String, start: Path, name: String): Either[Problem, Program.Jar] = {
    val path = start.resolve(text).normalize
    val wrong =
      if (!Files.exists(path)) Some("is not there: build it, or give its path from where Maven is started.")
      else if (Files.isDirectory(path)) Some("is a folder: name the jar in it.")
      else
        ServiceJar.open(path).map(_.mainClass) match {
          case None => Some("is no jar: it cannot be opened as a ZIP archive.")
          case Some(None) =>
            Some(
              "has no Main-Class in its manifest, so java -jar cannot run it: name the fat jar, or use -Dservice.command='java -cp …'."
            )
          case Some(_) => None
        }
    wrong.map(why => Problem(s"-D$name=$text $why")).toLeft(Program.Jar(path))
  }

  private def running(text: String, allowed: Option[String]): Either[Problem, Program] = {
    val uri = Try(new URI(text.stripSuffix("/"))).toOption.filter { uri =>
      Set("http", "https")(uri.getScheme) && Option(uri.getHost).isDefined &&
      Vector(uri.getRawQuery, uri.getRawUserInfo).forall(Option(_).isEmpty)
    }
    def wrong(why: String): Left[Problem, Program] = Left(Problem(s"-Dtarget.url=$text is $why."))
    uri match {
      case None => wrong("no base URL: use one like http://127.0.0.1:8080")
      case Some(uri) if isHere(uri.getHost) => Right(Program.Running(uri, isHere = true))
      case Some(uri) if allowed.contains(uri.getHost) => Right(Program.Running(uri, isHere = false))
      case Some(uri) =>
        wrong(s"on another machine, which would get a load: add -Dtarget.allow=${uri.getHost} if it is yours")
    }
  }

  private def isHere(host: String): Boolean =
    Try(InetAddress.getAllByName(host.stripPrefix("[").stripSuffix("]")).forall(_.isLoopbackAddress)).getOrElse(false)

  private def variable(word: String): Either[Problem, (String, String)] = word match {
    case assignment(name, value) => Right(name -> value)
    case _ =>
      val shown = Secrets.masked(word)
      Left(Problem(s"-Dservice.env= has '$shown': give NAME=value, several with blanks between."))
  }

  /** The value of a setting, if there is one; a sentence ends with what it is if it is `wrong`. */
  private[ask] def value[A](set: Map[String, String], name: String, wrong: String)(
      read: String => Option[A]
  ): Either[Problem, Option[A]] = each(set.get(name).toVector, name, wrong)(read).map(_.headOption)

  /** Several with commas between. */
  private def listed(set: Map[String, String], name: String): Vector[String] =
    set.get(name).toVector.flatMap(_.split(','))

  private def in(start: Path, file: String): String = start.resolve(file.trim).normalize.toString

  private def refusedWhenRunning(set: Map[String, String], program: Program): Either[Problem, Unit] = program match {
    case _: Program.Running =>
      Vector("service.schema", "service.cpus")
        .find(listed(set, _).nonEmpty)
        .map(name => Problem(s"-D$name= is for a service that the lab starts: leave it out with -Dtarget.url=."))
        .toLeft(())
    case _ => Right(())
  }

  private def each[A](texts: Vector[String], name: String, wrong: String)(
      read: String => Option[A]
  ): Either[Problem, Vector[A]] =
    Problem.each(texts)(text => read(text).toRight(Problem(s"-D$name=$text is $wrong.")))

  private def confirm(set: Map[String, String], program: Program): Either[Problem, Boolean] =
    (set.getOrElse("confirm", "false"), program) match {
      case ("false", _) => Right(false)
      case ("true", _: Program.Jar) => Right(true)
      case ("true", _) => Left(Problem("-Dconfirm changes a setting of Spring Boot: it is for -Dservice.jar=."))
      case (text, _) => Left(Problem(s"-Dconfirm=$text is neither true nor false."))
    }

  /** Words of a line as a shell splits them: quotes keep blanks. */
  private[ask] def words(line: String): Vector[String] = word
    .findAllIn(line)
    .toVector
    .map(quotes.replaceAllIn(_, found => Matcher.quoteReplacement(found.subgroups.flatMap(Option(_)).mkString)))

  private val assignment = """(?s)([A-Za-z_][A-Za-z0-9_.]*)=(.*)""".r
  private val word = """(?:[^\s"']|"[^"]*"|'[^']*')+""".r
  private val quotes = """"([^"]*)"|'([^']*)'""".r
}
