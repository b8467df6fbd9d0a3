package bottleneck.lab.run.process

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import scala.util.Try

/** A child process ended or stalled where it should not have: what, its exit code, and the end of its log. */
final class ChildFailed(message: String) extends RuntimeException(message, null, false, false)

object ChildFailed {
  private val lines = 12

  private[process] def apply(command: Command, what: String): ChildFailed =
    new ChildFailed(s"${command.name} $what; its log ${command.log} ends with:\n${lastLines(command.log)}")

  private def lastLines(log: Path): String =
    // in whatever encoding: that of a program's own messages may be another
    Try(new String(Files.readAllBytes(log), UTF_8).linesIterator.toVector)
      .getOrElse(Vector.empty)
      .filterNot(_.isBlank)
      .takeRight(lines)
      .map("  " + _)
      .mkString("\n")
}
