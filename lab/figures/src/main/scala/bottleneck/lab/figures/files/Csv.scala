package bottleneck.lab.figures.files

import bottleneck.lab.figures.Problem
import com.fasterxml.jackson.core.JsonProcessingException
import com.fasterxml.jackson.dataformat.csv.{CsvGenerator, CsvMapper, CsvParser}
import java.math.BigDecimal
import java.nio.file.Path
import scala.util.Using

/** A file of comma-separated values, whose first line names the columns. */
final case class CsvTable(columns: Vector[String], rows: Vector[CsvRow])

/** A row of a CSV file, by column, and where it begins. */
final case class CsvRow(file: Path, line: Int, cells: Map[String, String]) {
  def apply(column: String): String = cells(column)

  def wrong(reason: String): Problem = Csv.wrong(file, line, reason)

  /** The cell as `parse` reads it, which must be a `what`. */
  def as[A](column: String, what: String)(parse: String => Option[A]): Either[Problem, A] =
    parse(apply(column)).toRight(wrong(s"$column is no $what: ${apply(column)}"))

  /** The same; nothing of an empty cell. */
  def optional[A](column: String, what: String)(parse: String => Option[A]): Either[Problem, Option[A]] =
    as(column, what)(cell => if (cell.isEmpty) Some(None) else parse(cell).map(Some(_)))
}

/** Reads and writes all CSV files of the lab (RFC 4180, UTF-8, with a header). */
object Csv {
  private val mapper = CsvMapper
    .builder()
    .enable(CsvParser.Feature.WRAP_AS_ARRAY)
    .enable(CsvParser.Feature.TRIM_SPACES)
    .enable(CsvGenerator.Feature.STRICT_CHECK_FOR_QUOTING)
    .build()

  /** A line of each row of texts and numbers; a text has quotes where it needs them, or always. */
  def render(rows: Vector[Vector[Any]], quoteTexts: Boolean = false): String = {
    val writer = mapper.writer()
    (if (quoteTexts) writer.`with`(CsvGenerator.Feature.ALWAYS_QUOTE_STRINGS) else writer)
      .writeValueAsString(rows.map(_.toArray).toArray)
  }

  /** Digits alone, without an exponent; nothing for what is no number. */
  def plain(value: Double): String =
    if (value.isNaN || value.isInfinite) "" else BigDecimal.valueOf(value).stripTrailingZeros.toPlainString

  /** The rows of `file`, whose header names exactly `columns`. */
  def read(file: Path, columns: Vector[String]): Either[Problem, Vector[CsvRow]] = for {
    text <- text(file)
    table <- parse(file, text)(header =>
      Option.when(header != columns)(s"the columns are not ${columns.mkString(",")}")
    )
  } yield table.rows

  def text(file: Path): Either[Problem, String] =
    InputText.read(file).left.map(reason => Problem(s"$file cannot be read: $reason."))

  /** Reads `text`, the content of `file`, unless something is wrong with its `header`. */
  def parse(file: Path, text: String)(header: Vector[String] => Option[String]): Either[Problem, CsvTable] =
    try {
      val lines = records(text)
      val columns = lines.headOption.fold(Vector.empty[String])(_._2)
      header(columns)
        .map(wrong(file, 1, _))
        .toLeft(lines.drop(1))
        .flatMap(Problem.each(_) { case (line, cells) => row(file, line, columns, cells) })
        .map(CsvTable(columns, _))
    } catch {
      case error: JsonProcessingException =>
        Left(wrong(file, error.getLocation.getLineNr, error.getOriginalMessage))
    }

  /** @param line counted from 1, the header */
  private[files] def wrong(file: Path, line: Int, reason: String): Problem =
    Problem(s"$file is wrong in line $line: $reason.")

  private def records(text: String): Vector[(Int, Vector[String])] =
    Using.resource(mapper.readerFor(classOf[Array[String]]).readValues[Array[String]](text)) { rows =>
      Iterator
        .continually(rows)
        .takeWhile(_.hasNextValue)
        .map(rows => (rows.getCurrentLocation.getLineNr, rows.nextValue().toVector))
        .toVector
    }

  private def row(file: Path, line: Int, columns: Vector[String], cells: Vector[String]): Either[Problem, CsvRow] =
    Either.cond(
      cells.size == columns.size,
      CsvRow(file, line, columns.zip(cells).toMap),
      wrong(file, line, s"it has ${cells.size} cells, not ${columns.size}")
    )
}
