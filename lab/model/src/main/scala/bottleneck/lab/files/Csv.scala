package bottleneck.lab.files

import bottleneck.lab.files.CsvError.{BadLine, Unreadable}
import com.fasterxml.jackson.core.JsonProcessingException
import com.fasterxml.jackson.dataformat.csv.{CsvGenerator, CsvMapper, CsvParser}
import java.nio.file.Path
import scala.util.Using

/** A file of comma-separated values, whose first line names the columns. */
final case class CsvTable(columns: Vector[String], rows: Vector[CsvRow])

/** A row of a CSV file, by column, and where it begins. */
final case class CsvRow(file: Path, line: Int, cells: Map[String, String]) {
  def apply(column: String): String = cells(column)

  def wrong(reason: String): CsvError = BadLine(file, line, reason)

  /** The cell as `parse` reads it, which must be a `what`. */
  def as[A](column: String, what: String)(parse: String => Option[A]): Either[CsvError, A] =
    parse(apply(column)).toRight(wrong(s"$column is no $what: ${apply(column)}"))

  /** The same; nothing of an empty cell. */
  def optional[A](column: String, what: String)(parse: String => Option[A]): Either[CsvError, Option[A]] =
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

  /** The rows of `file`, whose header names exactly `columns`. */
  def read(file: Path, columns: Vector[String]): Either[CsvError, Vector[CsvRow]] = for {
    text <- text(file)
    table <- parse(file, text)(header =>
      Option.when(header != columns)(s"the columns are not ${columns.mkString(",")}")
    )
  } yield table.rows

  def text(file: Path): Either[CsvError, String] = InputText.read(file).left.map(Unreadable(file, _))

  /** Reads `text`, the content of `file`, unless something is `wrong` with its header. */
  def parse(file: Path, text: String)(wrong: Vector[String] => Option[String]): Either[CsvError, CsvTable] =
    try {
      val lines = records(text)
      val columns = lines.headOption.fold(Vector.empty[String])(_._2)
      wrong(columns)
        .map(BadLine(file, 1, _))
        .toLeft(lines.drop(1))
        .flatMap(each(_) { case (line, cells) => row(file, line, columns, cells) })
        .map(CsvTable(columns, _))
    } catch {
      case error: JsonProcessingException =>
        Left(BadLine(file, error.getLocation.getLineNr, error.getOriginalMessage))
    }

  /** All that is read, or the first error. */
  def each[A, B](items: Vector[A])(read: A => Either[CsvError, B]): Either[CsvError, Vector[B]] = {
    val (errors, values) = items.partitionMap(read)
    errors.headOption.toLeft(values)
  }

  private def records(text: String): Vector[(Int, Vector[String])] =
    Using.resource(mapper.readerFor(classOf[Array[String]]).readValues[Array[String]](text)) { rows =>
      Iterator
        .continually(rows)
        .takeWhile(_.hasNextValue)
        .map(rows => (rows.getCurrentLocation.getLineNr, rows.nextValue().toVector))
        .toVector
    }

  private def row(file: Path, line: Int, columns: Vector[String], cells: Vector[String]): Either[CsvError, CsvRow] =
    Either.cond(
      cells.size == columns.size,
      CsvRow(file, line, columns.zip(cells).toMap),
      BadLine(file, line, s"it has ${cells.size} cells, not ${columns.size}")
    )
}

/** Reason why a CSV file cannot be used. */
sealed abstract class CsvError(val message: String)

object CsvError {

  final case class Unreadable(file: Path, reason: String) extends CsvError(s"$file cannot be read: $reason.")

  /** @param line counted from 1, the header */
  final case class BadLine(file: Path, line: Int, reason: String)
      extends CsvError(s"$file is wrong in line $line: $reason.")
}
