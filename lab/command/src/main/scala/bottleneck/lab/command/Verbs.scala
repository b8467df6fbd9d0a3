package bottleneck.lab.command

import bottleneck.lab.figures.Problem
import picocli.CommandLine
import picocli.CommandLine.Model.{CommandSpec, OptionSpec, PositionalParamSpec}
import picocli.CommandLine.{Help, MissingParameterException, ParameterException}
import picocli.CommandLine.{ParseResult, UnmatchedArgumentException}
import scala.jdk.CollectionConverters._

/** An option of the command line, or an operand; the name of its value is empty for a switch and an operand. */
private[command] final case class Flag(name: String, value: String, about: String) {
  def usage: String = if (value.isEmpty) name else s"$name $value"
}

/** A command. Of its operands `[X]` may be left out, and `X…` stands for one or more. */
private[command] final case class Verb(
    name: String,
    about: String,
    operands: Vector[Flag],
    flags: Vector[Flag],
    examples: Vector[String]
)

/** Operands of a command, and the values of each option in their order. */
private[command] final class Arguments(parsed: ParseResult) {
  val operands: Vector[String] = parsed.matchedPositionals.asScala.toVector.distinct.flatMap(_.stringValues.asScala)
  def has(flag: Flag): Boolean = parsed.hasMatchedOption(flag.name)
  def all(flag: Flag): Vector[String] =
    if (has(flag)) parsed.matchedOption(flag.name).stringValues.asScala.toVector else Vector.empty
  def one(flag: Flag): Option[String] = all(flag).headOption
  def some(flags: Flag*): Vector[(Flag, String)] = flags.toVector.flatMap(flag => one(flag).map(flag -> _))
}

/** The commands and their options: what picocli parses, and what `help` and docs/reference/command.md show. */
private[command] object Verbs {
  val json: Flag = Flag("--json", "FILE", "every figure as JSON, which --baseline and compare read")
  val csv: Flag = Flag("--csv", "FILE", "a row of every metric for each request and group")
  val html: Flag = Flag("--html", "FILE", "a page; its style.css is written beside it")
  val markdown: Flag = Flag("--markdown", "FILE", "for a comment on a pull request or a step summary")
  val junit: Flag = Flag("--junit", "FILE", "the expectations as test cases")
  val stats: Flag = Flag("--stats", "", "js/stats.json and others beside the log, as Gatling before 3.13.5 wrote them")
  val overwrite: Flag = Flag("--overwrite", "", "lets --stats replace files that Gatling itself wrote")
  val expect: Flag = Flag("--expect", "EXPR", "such as 'p95 < 500 and ko% < 1'; may be given again")
  val baseline: Flag = Flag("--baseline", "JSON", "an earlier run, written by --json: 'p95 < 1.1 * baseline'")
  val from: Flag = Flag("--from", "TIME", "only what ends from here on, since the run's start: 30s, 5m, 1m30s")
  val to: Flag = Flag("--to", "TIME", "only what ends before this")
  val anyVersion: Flag = Flag("--any-version", "", "also of a Gatling newer than this, as far as it can be read")
  val strict: Flag =
    Flag("--strict", "", "refuses a log that is incomplete, or has requests that end before their start")
  val output: Flag = Flag("-o", "OUT", "the log to write")
  val notOverlapping: Flag = Flag("--not-overlapping", "", "also runs of which one began after another had ended")

  private val anyLog =
    "a simulation.log, its folder, or a folder of such folders: the newest of them; - is standard input"

  val ask: Verb = Verb(
    "ask",
    "Which resource limits a service, at how many requests per second.",
    Vector(Flag("REQUEST", "", "'GET /path', or a file of requests")),
    Services.askFlags,
    Vector("ask 'GET /owners?lastName=' --jar app.jar", "ask 'GET /' --run 'node server.js --port {port}'")
  )

  val compare: Verb = Verb(
    "compare",
    "Of logs: ratios B ÷ A with intervals. Of two jars and a REQUEST: new ÷ old, by turns.",
    Vector(
      Flag("A", "", "a log, a JSON of explain, or a folder of several; or the new jar"),
      Flag("B", "", "the same of the other side; or the old jar"),
      Flag("[REQUEST]", "", "of two jars: 'GET /path', or a file of requests")
    ),
    Vector(html, markdown, anyVersion) ++ Services.compareFlags,
    Vector("compare before.json after/ --html compare.html", "compare new.jar old.jar 'GET /' --most 3%")
  )

  val explain: Verb = Verb(
    "explain",
    "Exact figures of a run, of Gatling 2.1 to 3.15.",
    Vector(Flag("LOG", "", anyLog)),
    Vector(json, csv, html, markdown, junit, stats, overwrite, expect, baseline, from, to, anyVersion, strict),
    Vector(
      "explain target/gatling --html run.html --expect 'p95 < 500 and ko% < 1'",
      "explain run.log --from 30s --json run.json"
    )
  )

  val merge: Verb = Verb(
    "merge",
    "One log of several that injectors wrote of one simulation, for the Gatling that wrote them.",
    Vector(Flag("LOG…", "", anyLog)),
    Vector(output, notOverlapping, anyVersion),
    Vector("merge first/ second/ -o all/simulation.log")
  )

  val cut: Verb = Verb(
    "cut",
    "A part of a log, as a log.",
    Vector(Flag("LOG", "", anyLog)),
    Vector(output, from, to, anyVersion),
    Vector("cut target/gatling --from 30s --to 5m -o part/simulation.log")
  )

  val help: Verb =
    Verb(
      "help",
      "This text, or all about a command.",
      Vector(Flag("[COMMAND]", "", "its name")),
      Vector.empty,
      Vector("help explain")
    )

  val all: Vector[Verb] = Vector(ask, compare, explain, merge, cut, help)

  val exits: Vector[(Int, String)] = Vector(
    0 -> "done; every expectation is met",
    1 -> "an expectation is missed, no rate keeps the goal, or a service is slower than allowed",
    2 -> "bad input: one sentence says what, and nothing is written",
    3 -> "undecided, or no answer: the run does not tell"
  )

  private val dashed = """(?s).*Expected parameter for option '(\S+)' but found '(.*)'""".r

  /** What no command is named for. */
  val program: Verb = Verb(
    "java -jar bottleneck.jar",
    "Which resource limits a service, which of two is faster, and exact figures of any Gatling run.",
    Vector.empty,
    Vector(Flag("--version", "", "the version of this jar")),
    all.flatMap(_.examples.headOption)
  )

  /** The command that words name, and its values; the program where they name none. */
  def parse(words: List[String]): Either[Problem, (Verb, CommandLine)] =
    try {
      val root = all.foldLeft(spec(program))((root, verb) => root.addSubcommand(verb.name, spec(verb)))
      val line = new CommandLine(root)
        .setExpandAtFiles(false)
        .setPosixClusteredShortOptionsAllowed(false)
      val named = line.parseArgs(words: _*).asCommandLineList.asScala.last
      // with --help picocli lets pass what it does not know
      val odd = named.getUnmatchedArguments.asScala.headOption.filter(_ => named eq line)
      val options = named.getParseResult.matchedOptions.asScala.toVector
      val empty = options.filter(_.stringValues.contains("")).map(_.userObject)
      val loose = options.flatMap { option =>
        option.stringValues.asScala
          .find(value => value.startsWith("--") && words.containsSlice(Vector(option.longestName, value)))
          .map(option.longestName -> _)
      }
      odd
        .map(unknown)
        .orElse(loose.headOption.map((needsEquals _).tupled))
        .orElse(missing(empty))
        .toLeft(verb(named).getOrElse(program) -> named)
    } catch { case error: ParameterException => Left(problem(error)) }

  def usage(line: CommandLine, terminal: Terminal): String =
    line.setSeparator(" ").getUsageMessage(if (terminal.hasColour) Help.Ansi.ON else Help.Ansi.OFF)

  private def verb(line: CommandLine): Option[Verb] = all.find(_.name == line.getCommandName)

  private def spec(verb: Verb): CommandSpec = {
    val spec = CommandSpec.create.name(verb.name)
    val file = if (verb.flags.exists(_.value == "FILE")) "; FILE may be - for standard output" else ""
    spec.usageMessage
      .width(100)
      .description(escaped(verb.about))
      .sortOptions(false)
      .abbreviateSynopsis(true)
      .parameterListHeading("%nOperands:%n")
      .optionListHeading(s"%nOptions$file:%n")
      .commandListHeading("%nCommands:%n")
      .footerHeading("%nExamples:%n")
      .footer(verb.examples.map(example => escaped(s"  ${program.name} $example")): _*)
    if (verb == program)
      spec.usageMessage
        .exitCodeListHeading("%nExit code:%n")
        .exitCodeList(exits.map { case (code, meaning) => code.toString -> meaning }.toMap.asJava)
    verb.flags.map(option).foreach(spec.addOption)
    verb.operands.zipWithIndex.map((operand _).tupled).foreach(spec.addPositional)
    spec.addOption(OptionSpec.builder("-h", "--help").usageHelp(true).description("this text").build)
  }

  private def option(flag: Flag): OptionSpec =
    OptionSpec
      .builder(flag.name)
      .arity(if (flag.value.isEmpty) "0" else "1")
      .paramLabel(flag.value)
      .`type`(
        if (flag.value.isEmpty) classOf[Boolean] else if (flag == expect) classOf[Array[String]] else classOf[String]
      )
      .description(escaped(flag.about))
      .userObject(flag)
      .build

  private def operand(flag: Flag, at: Int): PositionalParamSpec =
    PositionalParamSpec.builder
      .index(if (flag.name.endsWith("…")) s"$at..*" else at.toString)
      .arity(if (flag.name.startsWith("[")) "0..1" else "1")
      .required(!flag.name.startsWith("["))
      .paramLabel(flag.name.filter(_.isLetter))
      .`type`(if (flag.name.endsWith("…")) classOf[Array[String]] else classOf[String])
      .description(escaped(flag.about))
      .userObject(flag)
      .build

  /** Picocli's texts are formats. */
  private def escaped(text: String): String = text.replace("%", "%%")

  private def problem(error: ParameterException): Problem = {
    val line = error.getCommandLine
    val name = line.getCommandName
    def mistaken(sentence: String): Problem = Problem(
      s"$sentence: see '${verb(line).fold("help")(_ => s"help $name")}'."
    )
    error match {
      case of: MissingParameterException if of.getMissing.asScala.exists(_.userObject != null) =>
        missing(of.getMissing.asScala.map(_.userObject).toVector).getOrElse(mistaken(of.getMessage))
      case unmatched: UnmatchedArgumentException if !unmatched.getUnmatched.isEmpty =>
        val word = unmatched.getUnmatched.get(0)
        val option = word.takeWhile(_ != '=')
        val known = line.getCommandSpec.optionsMap.keySet.asScala.toVector.filter(_.startsWith("--"))
        if (word.startsWith("-")) mistaken(s"$name has no option $option${closest(option, known)}")
        else
          verb(line).fold(unknown(word)) { verb =>
            mistaken(s"$name takes ${verb.operands.map(_.name).mkString(" ")}; '$word' is too much")
          }
      case _ =>
        error.getMessage match {
          case dashed(option, value) => needsEquals(option, value)
          case other => mistaken(other.capitalize)
        }
    }
  }

  private def needsEquals(option: String, value: String): Problem =
    Problem(s"A value of $option that begins with -- needs the =: $option='$value'")

  private def missing(of: Vector[AnyRef]): Option[Problem] = {
    val flags = of.collect { case flag: Flag => s"${flag.usage}, ${flag.about}" }
    Option.when(flags.nonEmpty)(Problem(s"A value is missing: ${flags.mkString("; ")}"))
  }

  private def unknown(word: String): Problem = {
    val names = all.map(_.name)
    Problem(s"There is no command $word${closest(word, names)}: there are ${names.mkString(", ")}.")
  }

  /** `; did you mean --html?` for the name among `known` that few letters change into `word`. */
  private def closest(word: String, known: Vector[String]): String =
    Problem.nearest(word, known).headOption.filter(_._2 <= math.max(2, word.length / 3)).fold("") { case (name, _) =>
      s"; did you mean $name?"
    }
}
