package bottleneck.lab.explain.page

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
