package bottleneck.lab.command

import bottleneck.lab.model.Problem
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
          Left(
            Problem(
              s"${Runtime.getRuntime.maxMemory >> 20} MiB of memory are not enough: give more with java -Xmx1g -jar."
            )
          )
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

  private def command(arguments: List[String], terminal: Terminal): Either[Problem, Int] = arguments match {
    case Nil => Left(Problem(Verbs.usage.stripTrailing))
    case "--version" :: _ => shown(terminal, s"Bottleneck $version")
    case ("--help" | "-h") :: _ => shown(terminal, Verbs.usage)
    case word :: rest =>
      Verbs.all.find(_.name == word) match {
        case None =>
          val names = Verbs.all.map(_.name)
          Left(
            Problem(s"There is no command $word${Arguments.closest(word, names)}: there are ${names.mkString(", ")}.")
          )
        case Some(verb) if rest.exists(Set("--help", "-h")) => shown(terminal, Verbs.usage(verb))
        case Some(verb) => Arguments.of(verb, rest).flatMap(run(verb, _, terminal))
      }
  }

  private def run(verb: Verb, arguments: Arguments, terminal: Terminal): Either[Problem, Int] = verb match {
    case Verbs.explain => Explain.run(arguments, terminal)
    case Verbs.compare => Compare.run(arguments, terminal)
    case Verbs.merge => Logs.merge(arguments, terminal)
    case Verbs.cut => Logs.cut(arguments, terminal)
    case _ =>
      arguments.operands.headOption.fold(shown(terminal, Verbs.usage))(name =>
        Verbs.all.find(_.name == name) match {
          case Some(verb) => shown(terminal, Verbs.usage(verb))
          case None => command(List(name), terminal)
        }
      )
  }

  private def shown(terminal: Terminal, text: String): Either[Problem, Int] = {
    terminal.out.println(text.stripTrailing)
    Right(0)
  }

  /** That of the jar, which classes in a folder do not have. */
  private def version: String = Option(getClass.getPackage.getImplementationVersion).getOrElse("of a checkout")
}
