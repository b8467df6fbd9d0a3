package bottleneck.lab.files

import java.nio.file.Path

/** Why a CSV file cannot be used. */
sealed abstract class CsvError(val message: String)

object CsvError {

  final case class Unreadable(file: Path, reason: String) extends CsvError(s"$file cannot be read: $reason.")

  /** @param line counted from 1, the header */
  final case class BadLine(file: Path, line: Int, reason: String)
      extends CsvError(s"$file is wrong in line $line: $reason.")
}
