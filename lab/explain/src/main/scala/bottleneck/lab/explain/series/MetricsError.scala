package bottleneck.lab.explain.series

import java.nio.file.Path

/** Why a metrics.csv cannot be used; rows are counted from 1, the header not included. */
sealed abstract class MetricsError(val message: String)

object MetricsError {

  final case class Unreadable(file: Path, reason: String) extends MetricsError(s"$file cannot be read: $reason.")

  final case class NoHeader(file: Path, reason: String) extends MetricsError(s"$file is no metrics.csv: $reason.")

  final case class Ragged(file: Path, row: Int, cells: Int, columns: Int)
      extends MetricsError(s"row $row of $file has $cells cells for $columns columns.")

  final case class NotANumber(file: Path, row: Int, column: String, cell: String)
      extends MetricsError(s"row $row of $file has '$cell' in $column, which is no number.")
}
