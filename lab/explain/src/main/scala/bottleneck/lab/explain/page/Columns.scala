package bottleneck.lab.explain.page

import bottleneck.lab.explain.page.Columns.Cell
import bottleneck.lab.explain.record.Result
import bottleneck.lab.explain.verdict.Variant
import bottleneck.lab.page.PageParts
import scalatags.Text.all._

/** The columns of a table: a first one with the names of its rows, and numbers beside it.
  *
  * @param groups
  *   of columns with a common head
  */
private[page] final case class Columns(first: String, groups: Vector[Columns.Group]) {
  import Columns._

  /** Label of each number where a phone shows a row as a list. */
  private val labels: Vector[String] = groups.flatMap { group =>
    if (group.columns.isEmpty) Vector(group.name) else group.columns.map(name => s"${group.name}: $name")
  }

  /** Number of columns, including the first. */
  def size: Int = labels.size + 1

  def header: Frag =
    if (groups.forall(_.columns.isEmpty))
      tr(th(cls := "text")(first), groups.map(group => th(Glossary.link(group.name))))
    else
      frag(
        tr(th(rowspan := 2, cls := "text")(first), groups.map(head)),
        tr(groups.flatMap(_.columns).map(name => th(Glossary.link(name))))
      )

  /** A row of a cell for each column. */
  def row(css: String, first: Frag, cells: Vector[Cell]): Frag = {
    require(cells.size == labels.size, s"${cells.size} cells must be as many as the columns: ${labels.mkString(", ")}")
    tr(cls := css)(first, cells.zip(labels).map { case (cell, label) => cell(attr("data-label") := label) })
  }

  private def head(group: Group): Frag =
    if (group.columns.isEmpty) th(rowspan := 2)(Glossary.link(group.name))
    else th(colspan := group.columns.size, cls := "group")(Glossary.link(group.name))
}

private[page] object Columns {
  type Cell = ConcreteHtmlTag[String]

  /** @param columns none: the group is one column */
  final case class Group(name: String, columns: Vector[String])

  def of(first: String)(groups: Group*): Columns = Columns(first, groups.toVector)

  /** In no groups. */
  def plain(first: String, names: String*): Columns = Columns(first, names.toVector.map(alone))

  def group(name: String)(columns: String*): Group = Group(name, columns.toVector)

  def alone(name: String): Group = Group(name, Vector.empty)
}

/** A table of what was measured of one subject in the newest run of each variant, with a note on how to read it.
  *
  * @param name
  *   for screen readers
  */
private[page] abstract class RunTable(name: String, css: String) {
  protected def columns: Columns

  /** The paragraphs below the table. */
  protected def reading(runs: Vector[Result]): Vector[String]

  /** Rows of a run; empty if it has nothing to compare. */
  protected def rows(run: Result): Seq[Frag]

  /** True if this run has rows; the table is left out if no run has any. */
  protected def isOf(run: Result): Boolean = rows(run).nonEmpty

  final def of(variants: Vector[Variant]): Vector[Frag] = {
    val runs = variants.map(_.shown)
    if (!runs.exists(isOf)) Vector.empty
    else PageParts.table(name, columns.header, runs.flatMap(rows), css) +: reading(runs).map(p(cls := "note")(_))
  }

  /** The only row of a run. */
  protected final def row(run: Result, cells: Vector[Cell]): Frag =
    columns.row(Badge.row(run).getOrElse(""), Page.variant(run), cells)

  /** The head of several rows of a run. */
  protected final def group(run: Result, note: String = ""): Frag =
    tr(cls := "group")(th(colspan := columns.size, cls := "text")(run.run.variant, note, " ", Badge.of(run)))

  /** A row of a group. */
  protected final def part(name: Frag, cells: Vector[Cell]): Frag =
    columns.row("", th(attr("scope") := "row", cls := "text")(name), cells)
}
