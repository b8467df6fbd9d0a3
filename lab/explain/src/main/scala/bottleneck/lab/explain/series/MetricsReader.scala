package bottleneck.lab.explain.series

import bottleneck.lab.explain.series.MetricsError._
import java.io.IOException
import java.nio.file.{Files, Path}

/** Reads a metrics.csv: numbers and empty cells, so nothing is quoted. */
private[series] object MetricsReader {
  private type Read[A] = Either[MetricsError, A]

  def read(file: Path): Read[Metrics] =
    try parse(file, Files.readString(file))
    catch { case error: IOException => Left(Unreadable(file, error.toString)) }

  /** What follows the last line end is the beginning of a row that was never finished. */
  private def parse(file: Path, text: String): Read[Metrics] = {
    val complete = text.take(text.lastIndexOf('\n') + 1)
    val lines = complete.linesIterator.toVector
    for {
      columns <- header(file, lines.headOption)
      rows <- all(lines.drop(1).zipWithIndex) { case (line, n) => row(file, n + 1, columns, line) }
    } yield {
      val cells = columns.indices.map(n => columns(n) -> rows.map(_._2(n))).toMap
      Metrics(columns, rows.map(_._1), cells, isPartial = complete.length < text.length)
    }
  }

  private def header(file: Path, line: Option[String]): Read[Vector[String]] =
    line.map(_.split(",", -1).toVector) match {
      case None => Left(NoHeader(file, "it has no complete line"))
      case Some(Metrics.time +: columns) if columns.distinct == columns => Right(columns)
      case Some(Metrics.time +: columns) => Left(NoHeader(file, s"it repeats ${columns.diff(columns.distinct).head}"))
      case Some(other) => Left(NoHeader(file, s"its first column is '${other.head}'"))
    }

  private def row(file: Path, n: Int, columns: Vector[String], line: String): Read[(Long, Vector[Option[Double]])] = {
    val cells = line.split(",", -1).toVector
    if (cells.size != columns.size + 1) Left(Ragged(file, n, cells.size, columns.size + 1))
    else
      for {
        time <- cells.head.toLongOption.toRight(NotANumber(file, n, Metrics.time, cells.head))
        values <- all(columns.zip(cells.tail)) {
          case (_, "") => Right(None)
          case (column, cell) => cell.toDoubleOption.map(Some(_)).toRight(NotANumber(file, n, column, cell))
        }
      } yield time -> values
  }

  private def all[A, B](items: Vector[A])(read: A => Read[B]): Read[Vector[B]] = {
    val (errors, values) = items.partitionMap(read)
    errors.headOption.toLeft(values)
  }
}
