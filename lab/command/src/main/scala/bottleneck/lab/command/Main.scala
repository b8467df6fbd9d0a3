package bottleneck.lab.command

import bottleneck.lab.figures.Problem
import scala.util.control.NonFatal

/** The command line of bottleneck.jar. */
object Main {
  private val badInput = 2

  def main(arguments: Array[String]): Unit = sys.exit(run(arguments.toList, Terminal.own(sys.env)))

  /** The exit code. Nothing but sentences is shown, whatever goes wrong. */
  def run(arguments: List[String], terminal: Terminal): Int = {
    val result =
      try command(arguments, terminal)
      catch {
        case _: OutOfMemoryError =>
          val most = Runtime.getRuntime.maxMemory >> 20
          Left(Problem(s"$most MiB of memory are not enough: give more with java -Xmx1g -jar."))
        case error @ (NonFatal(_) | _: StackOverflowError | _: LinkageError) =>
          Left(Problem(s"This is a fault of Bottleneck, please report it with your command line: $error."))
      }
    terminal.out.flush()
    result match {
      case Right(_) if terminal.out.checkError() => badInput // nobody reads on, as with a closed pipe
      case Right(code) => code
      case Left(problem) =>
        terminal.error.println(problem.sentence)
        badInput
    }
  }

  private def command(arguments: List[String], terminal: Terminal): Either[Problem, Int] =
    if (arguments.headOption.contains("--version")) shown(terminal, s"Bottleneck $version")
    else
      Verbs.parse(arguments).flatMap { case (verb, line) =>
        lazy val usage = Verbs.usage(line, terminal)
        if (line.isUsageHelpRequested) shown(terminal, usage)
        else if (verb == Verbs.program) Left(Problem(usage.stripTrailing))
        else run(verb, new Arguments(line.getParseResult), terminal)
      }

  private def run(verb: Verb, arguments: Arguments, terminal: Terminal): Either[Problem, Int] = verb match {
    case Verbs.ask => Services.ask(arguments, terminal)
    case Verbs.compare if Services.areNamed(arguments.operands) => Services.compare(arguments, terminal)
    case Verbs.explain => Explain.run(arguments, terminal)
    case Verbs.compare => Compare.run(arguments, terminal)
    case Verbs.merge => Logs.merge(arguments, terminal)
    case Verbs.cut => Logs.cut(arguments, terminal)
    case _ => command(arguments.operands.toList :+ "--help", terminal)
  }

  private def shown(terminal: Terminal, text: String): Either[Problem, Int] = {
    terminal.out.println(text.stripTrailing)
    Right(0)
  }

  /** That of the jar, which classes in a folder do not have. */
  private def version: String = Option(getClass.getPackage.getImplementationVersion).getOrElse("of a checkout")
}
