package bottleneck.lab.command

import java.io.{FileDescriptor, FileOutputStream, PrintStream}
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.Path
import scala.util.Try

/** Output of a command. On a terminal, where a person looks on, there is a bar for long reads; `hasColour` is of both
  * streams.
  */
final case class Terminal(out: PrintStream, error: PrintStream, isTerminal: Boolean, hasColour: Boolean) {
  def paint(colour: Terminal.Colour, text: String): String =
    if (hasColour) s"\u001b[${colour.code}m$text\u001b[0m" else text

  /** Lets a file be read, and shows how far that is: from half a second on, ten times a second at most. */
  def reading[A](file: Path)(read: (Long => Unit) => A): A = {
    val bar = new Terminal.Bar(error, bytes = math.max(1, file.toFile.length))
    try read(if (isTerminal) bar.reached else _ => ())
    finally bar.end()
  }
}

object Terminal {
  sealed abstract class Colour(val code: Int)

  object Colour {
    case object Bold extends Colour(1)
    case object Good extends Colour(32)
    case object Bad extends Colour(31)
    case object Amber extends Colour(33)
  }

  /** That of this process: text is UTF-8 whatever the locale is, as files are. */
  def own(environment: Map[String, String]): Terminal = {
    def stream(descriptor: FileDescriptor): PrintStream = new PrintStream(new FileOutputStream(descriptor), true, UTF_8)
    val isTerminal = Option(System.console).exists(isInteractive) && !environment.get("TERM").contains("dumb")
    val hasColour = isTerminal && !environment.get("NO_COLOR").exists(_.nonEmpty)
    Terminal(stream(FileDescriptor.out), stream(FileDescriptor.err), isTerminal, hasColour)
  }

  /** Java 22 to 24 have a console without a terminal too; since then it says so. */
  private def isInteractive(console: java.io.Console): Boolean =
    Try(classOf[java.io.Console].getMethod("isTerminal").invoke(console)).fold(_ => true, _ == java.lang.Boolean.TRUE)

  private final class Bar(error: PrintStream, bytes: Long) {
    private val first = System.nanoTime + 500000000L
    private var next = first

    def reached(read: Long): Unit = if (System.nanoTime > next) {
      next = System.nanoTime + 100000000L
      val percent = math.min(100, 100 * read / bytes).toInt
      error.print(s"\r[${"#" * (percent / 5)}${" " * (20 - percent / 5)}] $percent % of ${bytes >> 20} MiB")
    }

    def end(): Unit = if (next > first) error.print("\r\u001b[K")
  }
}
