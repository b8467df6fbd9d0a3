package bottleneck.lab.command

import bottleneck.lab.engine.ask.AskJvm
import bottleneck.lab.figures.Problem
import bottleneck.lab.figures.record.{AskResult, CompareResult, ServiceResult}
import bottleneck.lab.figures.settings.{Properties, Property}
import bottleneck.lab.log.WholeFile
import java.lang.ProcessBuilder.Redirect
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import java.util.concurrent.TimeUnit
import scala.concurrent.duration._
import scala.util.{Try, Using}

/** `ask`, and `compare` of two services. Their options are the properties of `mvn gatling:test`. */
private[command] object Services {
  private val (slower, refused) = (1, 3)

  /** Time in which a JVM ends its service and its database. */
  private val stopMost = 30.seconds
  private lazy val ofLogs = Vector(Verbs.html, Verbs.anyVersion)

  /** Options by the properties that they set. */
  private val ofBoth: Vector[(Flag, Property[Any])] = Vector(
    option("--args", "WORDS", Properties.serviceArguments),
    option("--env", "NAME=VALUE", Properties.serviceEnvironment),
    option("--health", "PATH", Properties.health),
    option("--java", "HOME", Properties.serviceJava),
    option("--cpus", "N", Properties.serviceCpus),
    option("--schema", "FILE", Properties.schema),
    option("--users", "N", Properties.mostUsers)
  )

  private val ofAsk: Vector[(Flag, Property[Any])] = Vector(
    option("--jar", "FILE", Properties.serviceJar),
    option("--run", "COMMAND", Properties.serviceCommand),
    option("--url", "URL", Properties.runningService),
    option("--allow", "HOST", Properties.allowed, "host of a URL that is elsewhere: says that it is yours")
  ) ++ ofBoth ++ Vector(
    option(
      "--database-url",
      "URL",
      Properties.databaseUrl,
      "its PostgreSQL, which is only read: jdbc:postgresql://HOST:PORT/DATABASE"
    ),
    option("--database-user", "NAME", Properties.databaseUser, "a role there; its password by LAB_DATABASE_PASSWORD"),
    option("--rate", "N", Properties.rate),
    option("--goal", "GOAL", Properties.goal),
    option("--confirm", "", Properties.confirm)
  )

  private val ofCompare: Vector[(Flag, Property[Any])] = Vector(
    option("--most", "PART", Properties.mostSlower),
    option(
      "--half-width",
      "PART",
      Properties.halfWidth,
      "half-width of the throughput's interval at which a single round ends"
    ),
    option("--for", "TIME", Properties.longest),
    option("--rounds", "N", Properties.rounds),
    option("--seed", "N", Properties.orderOfTurns),
    option("--old-args", "WORDS", Properties.oldArguments, "arguments of the old one; else --args")
  ) ++ ofBoth

  val results: Flag = Flag("--results", "DIR", "folder for the page and its files; else bottleneck-results")

  val dryRun: Flag = Flag("--dry-run", "", "says what would be started, with how much load, and starts nothing")
  val json: Flag = Flag("--json", "FILE", "all figures as JSON")
  val junit: Flag = Flag("--junit", "FILE", "what was asked for as test cases")

  /** Options for texts beside the page. */
  private lazy val texts = Vector(json, Verbs.markdown, junit)

  lazy val askFlags: Vector[Flag] = ofAsk.map(_._1) ++ texts ++ Vector(results, dryRun)

  /** Beside those that comparisons of logs have, too. */
  lazy val compareFlags: Vector[Flag] = ofCompare.map(_._1) ++ Vector(json, junit, results, dryRun)

  /** Of a property's sentence, without its Markdown, where there is none of its own. */
  private def option(
      name: String,
      value: String,
      property: Property[Any],
      about: String = ""
  ): (Flag, Property[Any]) = {
    val plain = property.about.replaceAll("""\s*\(?\[([^\]]*)\]\([^)]*\)\)?""", "").replace("`", "")
    val default = if (property.default.isEmpty || value.isEmpty) "" else s"; else ${property.default}"
    Flag(name, value, Some(about).filter(_.nonEmpty).getOrElse(plain) + default) -> property
  }

  def ask(arguments: Arguments, terminal: Terminal): Either[Problem, Int] =
    started(arguments, ofAsk, Vector(("REQUEST", Properties.ask, arguments.operands.head)), terminal) {
      case Verbs.markdown => "answer.md"
      case `junit` => "TEST-answer.xml"
      case _ => AskResult.file
    }

  /** True if the first two operands are jars. */
  def areNamed(operands: Vector[String]): Boolean = operands.take(2).forall(_.endsWith(".jar"))

  def compare(arguments: Arguments, terminal: Terminal): Either[Problem, Int] = arguments.operands match {
    case _ if ofLogs.exists(arguments.has) =>
      Left(
        Problem(s"${ofLogs.filter(arguments.has).map(_.name).mkString(" and ")}: for two logs; --results has the page.")
      )
    case Vector(fresh, old, request) =>
      val named =
        Vector(("A", Properties.serviceJar, fresh), ("B", Properties.oldJar, old), ("REQUEST", Properties.ask, request))
      started(arguments, ofCompare, named, terminal) {
        case Verbs.markdown => "compare.md"
        case `junit` => "TEST-compare.xml"
        case _ => CompareResult.file
      }
    case _ => Left(Problem("compare of two jars needs a request, too: compare new.jar old.jar 'GET /path'."))
  }

  /** @param fileOf name of the file that has the text of an option */
  private def started(
      arguments: Arguments,
      options: Vector[(Flag, Property[Any])],
      operands: Vector[(String, Property[Any], String)],
      terminal: Terminal
  )(fileOf: Flag => String): Either[Problem, Int] = {
    val chosen = options.flatMap { case (flag, property) =>
      arguments.one(flag).map(value => property.name -> (if (flag.value.isEmpty) "true" else value))
    }
    val folder = Path.of(arguments.one(results).getOrElse("bottleneck-results")).toAbsolutePath
    val places = Map(Properties.work.name -> cache.toString, Properties.results.name -> folder.toString)
    val set = (operands.map { case (_, property, value) => property.name -> value } ++ chosen).toMap ++ places
    val words = operands.map { case (word, property, _) => property.name -> word } ++
      options.map { case (flag, property) => property.name -> flag.name }
    for {
      plan <- AskJvm.plan(set).left.map(problem => Problem(AskJvm.inWords(problem.sentence, words)))
      outputs <- Output.all(arguments.some(texts: _*), Vector.empty)
      code <-
        if (arguments.has(dryRun)) Right(plan.foreach(line => terminal.out.println(line))).map(_ => 0)
        else {
          val name = AskJvm.newFolder
          val code = run(set, words, folder, name, terminal.isTerminal, outputs.exists(_._2 == Output.Standard))
          val files = folder.resolve(name)
          if (code == 0 || code == slower && operands.size > 1)
            Output
              .write(outputs, terminal)(flag => Files.readString(files.resolve(fileOf(flag))))
              .flatMap { written =>
                written.foreach(line => terminal.error.println(line))
                judged(files, code)
              }
          else Right(refused)
        }
    } yield code
  }

  /** Exit code of an answer: whether it names a limit, and whether any rate keeps the goal. */
  private[command] def judged(files: Path, code: Int): Either[Problem, Int] = {
    val answer = files.resolve(AskResult.file)
    if (!Files.exists(answer)) Right(code)
    else
      ServiceResult.parse(Files.readString(answer)).map {
        case of: AskResult if !AskResult.isKnown(of.finding.kind) => refused
        case of: AskResult if of.goal.exists(_.kept.isEmpty) => slower
        case _ => code
      }
  }

  /** Exit code of a JVM that answers; its output is shown, as errors where files have the standard output. */
  private def run(
      set: Map[String, String],
      words: Vector[(String, String)],
      folder: Path,
      name: String,
      isTerminal: Boolean,
      isOutTaken: Boolean
  ): Int = {
    val scratch = Files.createDirectories(cache.resolve("tmp"))
    Files.createDirectories(folder)
    val java = Path.of(sys.props("java.home"), "bin", "java").toString
    val line = Vector(java, s"@$jvm", s"-Djava.io.tmpdir=$scratch") ++ AskJvm.options(
      set,
      refused,
      words,
      name,
      isTerminal && !isOutTaken
    ) ++
      Vector("-cp", sys.props("java.class.path")) ++ AskJvm.main(folder)
    val builder = new ProcessBuilder(line: _*).inheritIO()
    val child = (if (isOutTaken) builder.redirectOutput(Redirect.PIPE) else builder).start()
    // it has an answer so far to say
    val ends = new Thread(() => {
      child.destroy()
      val _ = child.waitFor(stopMost.toSeconds, TimeUnit.SECONDS)
    })
    Runtime.getRuntime.addShutdownHook(ends)
    if (isOutTaken) child.getInputStream.transferTo(System.err)
    val code = child.waitFor()
    Try(Runtime.getRuntime.removeShutdownHook(ends))
    code
  }

  /** A file with the options of Gatling's JVM, as in a Maven build. */
  private def jvm: Path = {
    val text = Using.resource(getClass.getResourceAsStream("/generator.jvm"))(_.readAllBytes())
    WholeFile.write(cache.resolve("generator.jvm"), new String(text, UTF_8))
    cache.resolve("generator.jvm")
  }

  private def cache: Path = sys.env
    .get("XDG_CACHE_HOME")
    .filter(_.nonEmpty)
    .fold(Path.of(sys.props("user.home"), ".cache"))(Path.of(_))
    .resolve("bottleneck")
}
