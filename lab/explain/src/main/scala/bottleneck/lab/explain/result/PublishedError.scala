package bottleneck.lab.explain.result

import java.nio.file.Path

/** Why the published figures cannot be used. */
sealed abstract class PublishedError(val message: String)

object PublishedError {

  final case class Unreadable(file: Path, reason: String) extends PublishedError(s"$file cannot be read: $reason.")

  /** @param line counted from 1, the header */
  final case class BadLine(file: Path, line: Int, reason: String)
      extends PublishedError(s"$file is wrong in line $line: $reason.")
}
