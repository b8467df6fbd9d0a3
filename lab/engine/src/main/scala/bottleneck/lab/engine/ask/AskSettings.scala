package bottleneck.lab.engine.ask

import bottleneck.lab.engine.turns.TurnTimes
import bottleneck.lab.figures.Problem
import bottleneck.lab.figures.settings.{DatabaseAccess, Properties, Property, Secrets}
import bottleneck.lab.parts.service.{Program, ServiceCommand, ServiceJar}
import java.net.{InetAddress, URI}
import java.nio.file.{Files, Path}
import java.util.regex.Matcher
import scala.concurrent.duration._
import scala.util.Try

/** What is asked, and how, by the system properties of docs/how-to/your-service.md: `rates` are requests per second,
  * and `most` is users at once.
  */
private[ask] final case class AskSettings(
    question: Question,
    text: String,
    service: ServiceCommand,
    schema: Vector[Path],
    database: Option[DatabaseAccess],
    rates: Vector[Double],
    goal: Option[Goal],
    most: Int,
    confirm: Boolean,
    against: Option[Against],
    work: Path,
    results: Path
) {

  def old(against: Against): AskSettings =
    copy(service = service.copy(program = against.program, arguments = against.arguments))

  /** What would be started, and with how much load. */
  def plan: Vector[String] = {
    val services = against.fold(Vector(service.nameInFull))(of => Vector(service.nameInFull, of.name))
    val started = service.program match {
      case Program.Running(url, _) => s"Nothing would be started: the service runs at $url."
      case _ =>
        s"It would start ${services.mkString(" and ")}, at free ports of 127.0.0.1, with an empty PostgreSQL for each that wants one, and end all of it."
    }
    val tried = if (confirm) " Once more with the advised setting, by turns." else ""
    Vector(
      s"$text would be sent.",
      started,
      s"Load: at most $most users at once, for at most ${longest.toSeconds} s.$tried${goal
          .fold("")(of => s" Open loads show the greatest rate that keeps ${of.text}.")}",
      "This is a dry run: nothing was started."
    )
  }

  /** Upper bound of the time of load. */
  def longest: FiniteDuration = against.fold(
    Climb.longestOfAll * (if (confirm) 2L else 1L) + goal.fold(Duration.Zero)(_ => GoalSearch.longest)
  ) { of =>
    of.limit + (TurnTimes.usual.look + 2.minutes) * of.rounds.toLong
  }
}

private[ask] object AskSettings {
  private val programs = Vector(Properties.serviceJar, Properties.serviceCommand, Properties.runningService)

  /** Reads `properties`, or says in one sentence what is wrong with them. Relative paths begin at `start`. */
  def read(properties: Map[String, String], start: Path): Either[Problem, AskSettings] = {
    val set = properties.filter { case (_, value) => value.nonEmpty }
    for {
      _ <- Properties.known(set, "service.", "target.", "ask", "against.")
      text <- set
        .get(Properties.ask.name)
        .toRight(Problem("-Dask= is missing: ask for a request, such as -Dask='GET /owners'."))
      work <- folder(set, Properties.work)
      results <- folder(set, Properties.results)
      question <- QuestionText.read(text, start)
      program <- program(set, start)
      environment <- Problem.each(listed(set, Properties.serviceEnvironment))(variable)
      health <- Properties.health.in(set)
      java <- Properties.serviceJava.in(set)
      _ <- refusedWhenRunning(set, program)
      schema <- Problem.each(files(set))(file => Properties.schema.of(start.resolve(file.trim).normalize.toString))
      database <- DatabaseAccess.read(set, sys.env)
      _ <- Either.cond(
        database.isEmpty || schema.isEmpty,
        (),
        Problem("-Dservice.schema= is for a PostgreSQL of the lab: leave it out with -Dlab.database.url=.")
      )
      rates <- Properties.rate.all(set)
      goal <- Problem.each(set.get(Properties.goal.name).toVector)(goalOf).map(_.headOption)
      most <- Properties.mostUsers.or(set)
      cpus <- Properties.serviceCpus.in(set)
      confirm <- Properties.confirm.or(set)
      _ <- Either.cond(
        !confirm || program.isInstanceOf[Program.Jar],
        (),
        Problem("-Dconfirm starts the service anew: it is for -Dservice.jar=.")
      )
      arguments = listed(set, Properties.serviceArguments)
      against <- Against.read(set, program, arguments, jar(_, start, Properties.oldJar))
      _ <- Either.cond(
        goal.isEmpty || against.isEmpty,
        (),
        Problem("-Dgoal= is for one service: leave it out of a comparison.")
      )
    } yield AskSettings(
      question,
      text,
      ServiceCommand(program, arguments, environment.toMap, health, java, cpus),
      schema,
      database,
      rates,
      goal,
      most,
      confirm,
      against,
      work,
      results
    )
  }

  private def folder(set: Map[String, String], property: Property[String]): Either[Problem, Path] =
    set
      .get(property.name)
      .map(Path.of(_))
      .toRight(Problem("A question is asked by mvn gatling:test, whose POM sets lab.work and lab.results."))

  private def program(set: Map[String, String], start: Path): Either[Problem, Program] =
    programs.filter(_.is(set)) match {
      case Vector(named @ Properties.serviceJar) => jar(set(named.name), start, named)
      case Vector(named @ Properties.serviceCommand) => Right(Program.CommandLine(set(named.name)))
      case Vector(named) => Properties.runningService.of(set(named.name)).flatMap(running(set, _))
      case Vector() =>
        Left(Problem("No service is named: add -Dservice.jar=app.jar, -Dservice.command='…' or -Dtarget.url=http://…."))
      case several =>
        Left(Problem(s"${several.map(named => s"-D${named.name}").mkString(" and ")} exclude each other: give one."))
    }

  private def jar(text: String, start: Path, property: Property[Any]): Either[Problem, Program.Jar] = {
    val path = start.resolve(text).normalize
    val wrong =
      if (!Files.exists(path)) Some("is not there: build it, or give its path from the current folder.")
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
    wrong.map(property.wrong(text, _)).toLeft(Program.Jar(path))
  }

  private def running(set: Map[String, String], url: URI): Either[Problem, Program] = {
    val isHere = Try(InetAddress.getAllByName(url.getHost.stripPrefix("[").stripSuffix("]")))
      .fold(_ => false, _.forall(_.isLoopbackAddress))
    val other = s"is on another machine, which would get a load: add -Dtarget.allow=${url.getHost} if it is yours."
    Either.cond(
      isHere || set.get(Properties.allowed.name).contains(url.getHost),
      Program.Running(url, isHere),
      Properties.runningService.wrong(url.toString, other)
    )
  }

  private def goalOf(text: String): Either[Problem, Goal] = Goal
    .read(text)
    .toRight(
      Properties.goal.wrong(text, "is no response time to keep: give a percentile, such as -Dgoal='p95 < 300 ms'.")
    )

  private def variable(word: String): Either[Problem, (String, String)] = word match {
    case assignment(name, value) => Right(name -> value)
    case _ =>
      val shown = Secrets.masked(word)
      Left(Problem(s"-Dservice.env= has '$shown': give NAME=value, several with blanks between."))
  }

  private def files(set: Map[String, String]): Vector[String] =
    set.get(Properties.schema.name).toVector.flatMap(_.split(','))

  private def refusedWhenRunning(set: Map[String, String], program: Program): Either[Problem, Unit] = {
    val ofStarted =
      Option.when(files(set).nonEmpty)(Properties.schema) ++ Some(Properties.serviceCpus).filter(_.is(set))
    ofStarted.headOption
      .filter(_ => program.isInstanceOf[Program.Running])
      .map(of => Problem(s"-D${of.name}= is for a service that the lab starts: leave it out with -Dtarget.url=."))
      .toLeft(())
  }

  /** Words with blanks between, as a shell splits them: quotes keep blanks. */
  private[ask] def listed(set: Map[String, String], property: Property[String]): Vector[String] = word
    .findAllIn(set.getOrElse(property.name, ""))
    .toVector
    .map(quotes.replaceAllIn(_, found => Matcher.quoteReplacement(found.subgroups.flatMap(Option(_)).mkString)))

  private val assignment = """(?s)([A-Za-z_][A-Za-z0-9_.]*)=(.*)""".r
  private val word = """(?:[^\s"']|"[^"]*"|'[^']*')+""".r
  private val quotes = """"([^"]*)"|'([^']*)'""".r
}
