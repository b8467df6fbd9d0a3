package bottleneck.lab.explain.result

import bottleneck.lab.explain.result.PublishedError.{BadLine, Unreadable}
import com.fasterxml.jackson.core.JsonProcessingException
import com.fasterxml.jackson.dataformat.csv.{CsvMapper, CsvParser}
import java.io.IOException
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import scala.util.Using

/** A row of a CSV file (RFC 4180), by column, and where it begins. */
private[result] final case class CsvRow(file: Path, line: Int, cells: Map[String, String]) {
  def apply(column: String): String = cells(column)

  def wrong(reason: String): PublishedError = BadLine(file, line, reason)
}

private[result] object CsvTable {
  private val mapper = CsvMapper
    .builder()
    .enable(CsvParser.Feature.WRAP_AS_ARRAY)
    .enable(CsvParser.Feature.TRIM_SPACES)
    .build()

  /** The rows of a UTF-8 `file` whose first line names exactly `columns`. */
  def read(file: Path, columns: Vector[String]): Either[PublishedError, Vector[CsvRow]] =
    try {
      val lines = records(Files.readString(file, UTF_8))
      lines.headOption match {
        case Some((_, `columns`)) => sequence(lines.tail.map { case (line, cells) => row(file, line, columns, cells) })
        case _ => Left(BadLine(file, 1, s"the columns are not ${columns.mkString(",")}"))
      }
    } catch {
      case error: JsonProcessingException =>
        Left(BadLine(file, error.getLocation.getLineNr, error.getOriginalMessage))
      case error: IOException => Left(Unreadable(file, error.toString))
    }

  /** All of `results`, or the first error. */
  def sequence[A](results: Vector[Either[PublishedError, A]]): Either[PublishedError, Vector[A]] =
    results.collectFirst { case Left(error) => error }.toLeft(results.collect { case Right(value) => value })

  private def records(text: String): Vector[(Int, Vector[String])] =
    Using.resource(mapper.readerFor(classOf[Array[String]]).readValues[Array[String]](text)) { rows =>
      Iterator
        .continually(rows)
        .takeWhile(_.hasNextValue)
        .map(rows => (rows.getCurrentLocation.getLineNr, rows.nextValue().toVector))
        .toVector
    }

  private def row(
      file: Path,
      line: Int,
      columns: Vector[String],
      cells: Vector[String]
  ): Either[PublishedError, CsvRow] =
    Either.cond(
      cells.size == columns.size,
      CsvRow(file, line, columns.zip(cells).toMap),
      BadLine(file, line, s"it has ${cells.size} cells, not ${columns.size}")
    )
}
