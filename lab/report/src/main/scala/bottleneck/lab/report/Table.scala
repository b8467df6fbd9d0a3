package bottleneck.lab.report

import bottleneck.lab.figures.{Metric, Numbers, Outcome}
import scalatags.Text.all._

/** A column of a table; all but numbers are left-aligned, and the first is the head of its row. `about` defines it for
  * who points at its label; `plain` is the cell of CSV, a number without its unit and with all its digits; `html` is
  * that of a page where it shows more than the text. Neighbours of one `group` have a common head.
  */
final case class Column[A](
    label: String,
    kind: Column.Kind,
    about: String,
    show: A => String,
    plain: A => String,
    html: Option[A => Frag] = None,
    group: String = ""
) {

  /** The same with more on a page: links, marks, notes. */
  def shown(more: A => Frag): Column[A] = copy(html = Some(more))

  /** The same of what a row of another table has. */
  def from[B](of: B => A): Column[B] =
    copy(
      show = (row: B) => show(of(row)),
      plain = (row: B) => plain(of(row)),
      html = html.map(more => (row: B) => more(of(row)))
    )

  /** Its name where no head stands above it. */
  def fullName: String = if (group.isEmpty) label else s"$group: $label"
}

object Column {
  sealed trait Kind
  case object Text extends Kind
  case object Number extends Kind

  /** Text that is Markdown already. */
  case object Markdown extends Kind

  def text[A](label: String)(of: A => String): Column[A] = Column(label, Text, "", of, of)

  def number[A](label: String)(of: A => String): Column[A] = Column(label, Number, "", of, of)

  def markdown[A](label: String)(of: A => String): Column[A] = Column(label, Markdown, "", of, of)

  /** A number that some rows do not have, with a note below it on a page. */
  def some[A](label: String)(of: A => Option[String], note: A => Option[String] = (_: A) => None): Column[A] =
    number[A](label)(of(_).getOrElse(Numbers.none))
      .shown(row => frag(of(row).getOrElse[String](Numbers.none), note(row).map(div(cls := "note")(_))))

  /** Links, marks and texts of a page alone. */
  def marked[A](label: String)(of: A => Frag): Column[A] = text[A](label)(_ => "").shown(of)

  /** Columns of numbers under a common head. */
  def group[A](name: String)(columns: Column[A]*): Vector[Column[A]] = columns.toVector.map(_.copy(group = name))

  /** The value of a metric, without its interval. */
  def metric[A](metric: Metric)(of: A => Outcome): Column[A] = {
    def value(row: A): Option[Double] = metric.of(of(row)).map(_.value)
    Column(
      metric.name,
      Number,
      metric.about,
      value(_).fold(Numbers.none)(metric.quantity.write),
      value(_).fold("")(digits)
    )
  }

  private def digits(value: Double): String =
    if (!java.lang.Double.isFinite(value)) ""
    else BigDecimal(value).setScale(6, BigDecimal.RoundingMode.HALF_UP).bigDecimal.stripTrailingZeros.toPlainString
}

/** Style of a row on a page, and what stands below it over all columns. */
final case class RowLook(css: String = "", below: Option[Frag] = None)

/** Rows under columns: one definition for the page, Markdown, CSV and the console. On a page `name` is for screen
  * readers, `css` its style, `look` that of a row, `headings` stand above the rows of these numbers, `term` is the link
  * of a label, and cells of a row that are all alike are `joined`.
  */
final case class Table[A](
    columns: Vector[Column[A]],
    rows: Vector[A],
    name: String = "",
    css: String = "numbers",
    headings: Map[Int, Frag] = Map.empty[Int, Frag],
    look: A => RowLook = (_: A) => RowLook(),
    term: String => Option[String] = _ => None,
    joined: Boolean = false
) extends Part {
  private val isOfNumbers = css.contains("numbers")

  def isEmpty: Boolean = rows.isEmpty

  /** For screen readers called `name`. */
  def as(name: String, css: String = this.css): Table[A] = copy(name = name, css = css)

  def html(name: String): Frag = as(name).html

  /** A table that scrolls by itself where it is wider than the page. */
  def html: Frag =
    if (isEmpty) frag()
    else
      div(cls := "wide", tabindex := 0, role := "region", attr("aria-label") := name)(
        table(cls := css)(thead(heads), tbody(rows.zipWithIndex.map { case (of, n) => row(of, headings.get(n)) }))
      )

  private def heads: Frag = {
    val groups = columns.foldLeft(Vector.empty[Vector[Column[A]]]) {
      case (before :+ last, column) if column.group.nonEmpty && last.head.group == column.group =>
        before :+ (last :+ column)
      case (before, column) => before :+ Vector(column)
    }
    if (columns.forall(_.label.isEmpty)) frag()
    else if (groups.size == columns.size) tr(columns.map(head(_)))
    else
      frag(
        tr(groups.map {
          case Vector(column) if column.group.isEmpty => head(column, rowspan := 2)
          case group => th(colspan := group.size, cls := "group")(labelled(group.head.group))
        }),
        tr(columns.filter(_.group.nonEmpty).map(head(_)))
      )
  }

  private def head(column: Column[A], more: Modifier*): Frag =
    th(align(column), more, Option.when(column.about.nonEmpty)(title := column.about))(labelled(column.label))

  private def labelled(label: String): Frag = term(label).fold[Frag](label)(to => a(href := to)(label))

  private def align(column: Column[A]): Modifier =
    Option.when(isOfNumbers && column.kind != Column.Number)(cls := "text")

  private def row(of: A, above: Option[Frag]): Frag = {
    val RowLook(own, below) = look(of)
    val css = (Vector(own) ++ below.map(_ => "detailed")).filter(_.nonEmpty).mkString(" ")
    frag(
      above.map(text => tr(cls := "group")(th(colspan := columns.size, attr("scope") := "rowgroup")(text))),
      tr(Option.when(css.nonEmpty)(cls := css))(cells(of)),
      below.map(more => tr(cls := "detail")(td(colspan := columns.size)(more)))
    )
  }

  private def cells(row: A): Frag = {
    def content(column: Column[A]): Frag = column.html.fold[Frag](column.show(row))(_(row))
    def cell(column: Column[A]): Frag =
      td(align(column), Option.when(column.label.nonEmpty)(attr("data-label") := column.fullName))(content(column))
    val (first, others) = (columns.head, columns.tail)
    val alike = joined && others.map(_.show(row)).distinct.size == 1
    frag(
      th(attr("scope") := "row", align(first))(content(first)),
      if (alike) td(colspan := others.size)(content(others.head)) else others.map(cell)
    )
  }

  /** As GitHub and GitLab read it. */
  def markdown: String = {
    val rule = columns.map(_.kind match {
      case Column.Text => ":--"
      case Column.Number => "--:"
      case Column.Markdown => "---"
    })
    def cell(column: Column[A], row: A): String =
      if (column.kind == Column.Markdown) column.show(row).replace("|", "\\|").replace("\n", " ")
      else Table.escaped(column.show(row))
    val lines = columns.map(column => Table.escaped(column.label)) +: rule +: rows.map(row => columns.map(cell(_, row)))
    lines.map(_.mkString("| ", " | ", " |\n")).mkString
  }

  /** RFC 4180. What a spreadsheet would take for a formula gets an apostrophe before it. */
  def csv: String = {
    def cell(column: Column[A], row: A): String = {
      val text = column.plain(row)
      if (column.kind != Column.Number && text.headOption.exists("=+-@\t\r".contains(_))) s"'$text" else text
    }
    val lines = columns.map(_.label) +: rows.map(row => columns.map(cell(_, row)))
    lines.map(_.map(Table.quoted).mkString("", ",", "\r\n")).mkString
  }

  /** Aligned lines. The first column gives way where they are longer than `width`: its texts are cut in the middle. */
  def lines(width: Int): Vector[String] = console(width).linesIterator.toVector

  def console(width: Int): String = {
    val cells = (columns.map(_.label) +: rows.map(row => columns.map(_.show(row)))).map(_.map(Table.printable))
    val widths = cells.transpose.map(_.map(Table.length).max)
    val first = math.max(Table.leastWidth, math.min(widths.head, width - widths.tail.map(_ + 2).sum))
    val aligned = cells.map(_.zip(columns.zip(first +: widths.tail)).map { case (text, (column, wide)) =>
      val cut = Table.cut(text, wide)
      val space = " " * (wide - Table.length(cut))
      if (column.kind == Column.Number) space + cut else cut + space
    })
    aligned.map(_.mkString("", "  ", "\n").replaceFirst(" +\n", "\n")).mkString
  }
}

object Table {

  /** Rows in groups, each with a heading above it. */
  def grouped[A](columns: Vector[Column[A]], groups: Vector[(Option[Frag], Vector[A])]): Table[A] = {
    val filled = groups.filter(_._2.nonEmpty)
    val starts = filled.scanLeft(0) { case (start, (_, rows)) => start + rows.size }
    Table(
      columns,
      filled.flatMap(_._2),
      headings = starts.zip(filled).collect { case (start, (Some(heading), _)) => start -> heading }.toMap
    )
  }

  /** Names and their values, without a head. */
  def properties(rows: Vector[(String, String)]): Table[(String, String)] =
    Table(
      Vector(Column.text[(String, String)]("")(_._1), Column.text[(String, String)]("")(_._2)),
      rows.filter(_._2.nonEmpty),
      css = "conditions"
    )

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
