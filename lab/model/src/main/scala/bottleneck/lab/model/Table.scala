package bottleneck.lab.model

import bottleneck.lab.page.PageParts
import scalatags.Text.all._

/** A column of a table; one of text is left-aligned, and the head of its row where it is the first. `about` defines it
  * for who points at its label; `plain` is the cell of CSV, a number without its unit and with all its digits.
  */
final case class Column[A](label: String, isText: Boolean, about: String, show: A => String, plain: A => String)

object Column {
  def text[A](label: String)(of: A => String): Column[A] = Column(label, isText = true, "", of, of)

  def number[A](label: String)(of: A => String): Column[A] = Column(label, isText = false, "", of, of)

  /** The value of a metric, without its interval. */
  def metric[A](metric: Metric)(of: A => Outcome): Column[A] = {
    def value(row: A): Option[Double] = metric.of(of(row)).map(_.value)
    Column(
      metric.name,
      isText = false,
      metric.about,
      value(_).fold(Numbers.none)(metric.quantity.write),
      value(_).fold("")(digits)
    )
  }

  private def digits(value: Double): String =
    if (!java.lang.Double.isFinite(value)) ""
    else BigDecimal(value).setScale(6, BigDecimal.RoundingMode.HALF_UP).bigDecimal.stripTrailingZeros.toPlainString
}

/** Rows under columns: one definition for the page, Markdown, CSV and the console. */
final case class Table[A](columns: Vector[Column[A]], rows: Vector[A]) {

  /** A table that scrolls by itself where it is wider than the page; `name` is for screen readers. */
  def html(name: String): Frag = {
    def css(column: Column[A]): Modifier = Option.when(column.isText)(cls := "text")
    def head(column: Column[A]): Frag =
      th(css(column), Option.when(column.about.nonEmpty)(title := column.about))(column.label)
    def cell(column: Column[A], row: A): Frag =
      if (columns.headOption.contains(column)) th(attr("scope") := "row", css(column))(column.show(row))
      else td(css(column), attr("data-label") := column.label)(column.show(row))
    PageParts.table(name, tr(columns.map(head)), rows.map(row => tr(columns.map(cell(_, row)))))
  }

  /** As GitHub and GitLab read it. */
  def markdown: String = {
    val head =
      Vector(columns.map(_.label).map(Table.escaped), columns.map(column => if (column.isText) ":--" else "--:"))
    val body = rows.map(row => columns.map(column => Table.escaped(column.show(row))))
    (head ++ body).map(_.mkString("| ", " | ", " |\n")).mkString
  }

  /** RFC 4180. What a spreadsheet would take for a formula gets an apostrophe before it. */
  def csv: String = {
    def cell(column: Column[A], row: A): String = {
      val text = column.plain(row)
      if (column.isText && text.headOption.exists("=+-@\t\r".contains(_))) s"'$text" else text
    }
    val lines = columns.map(_.label) +: rows.map(row => columns.map(cell(_, row)))
    lines.map(_.map(Table.quoted).mkString("", ",", "\r\n")).mkString
  }

  /** Aligned lines. The first column gives way where they are longer than `width`: its texts are cut in the middle. */
  def console(width: Int): String = {
    val cells = (columns.map(_.label) +: rows.map(row => columns.map(_.show(row)))).map(_.map(Table.printable))
    val widths = cells.transpose.map(_.map(Table.length).max)
    val first = math.max(Table.leastWidth, math.min(widths.head, width - widths.tail.map(_ + 2).sum))
    val aligned = cells.map(_.zip(columns.zip(first +: widths.tail)).map { case (text, (column, wide)) =>
      val cut = Table.cut(text, wide)
      val space = " " * (wide - Table.length(cut))
      if (column.isText) cut + space else space + cut
    })
    aligned.map(_.mkString("", "  ", "\n").replaceFirst(" +\n", "\n")).mkString
  }
}

object Table {
  private val leastWidth = 12

  /** Columns of a terminal: a letter of Chinese, Japanese or Korean takes two. */
  private def length(text: String): Int = text.codePoints.map(wide(_)).sum

  private def wide(letter: Int): Int =
    if (wideLetters.exists { case (from, to) => from <= letter && letter <= to }) 2 else 1

  private val wideLetters = Vector(0x1100 -> 0x115f, 0x2e80 -> 0xa4cf, 0xac00 -> 0xd7a3, 0xf900 -> 0xfaff) ++
    Vector(0xfe30 -> 0xfe6f, 0xff00 -> 0xff60, 0x1f300 -> 0x1faff, 0x20000 -> 0x3fffd)

  /** Without its middle where it is longer than `width`. */
  private def cut(text: String, width: Int): String = {
    def fitting(parts: Iterator[String], width: Int): String =
      parts.takeWhile(length(_) <= width).foldLeft("")((_, longest) => longest)
    val ends = 0 to text.codePointCount(0, text.length) map (text.offsetByCodePoints(0, _))
    val end = (width - 1) / 2
    if (length(text) <= width) text
    else
      fitting(ends.iterator.map(text.take), width - 1 - end) + "…" +
        fitting(ends.reverseIterator.map(text.drop), end)
  }

  /** A name of a request may hold a terminal's commands; thin spaces are not in every font. */
  def printable(text: String): String = text.map(char => if (char.isControl || char == '\u202f') ' ' else char)

  private def quoted(text: String): String =
    if (text.exists(",\"\r\n".contains(_))) s""""${text.replace("\"", "\"\"")}"""" else text

  /** Text that Markdown and HTML show as it is. */
  def escaped(text: String): String =
    text
      .map(char => if (char.isControl) ' ' else char)
      .replace("&", "&amp;")
      .replace("<", "&lt;")
      .replaceAll("""[\\`*_\[\]|~#@]""", """\\$0""")
}
