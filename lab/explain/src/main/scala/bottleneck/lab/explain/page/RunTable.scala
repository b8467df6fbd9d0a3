package bottleneck.lab.explain.page

import bottleneck.lab.explain.page.Columns.Cell
import bottleneck.lab.explain.record.Result
import bottleneck.lab.explain.verdict.Variant
import scalatags.Text.all._

/** A table of what was measured of one subject in the newest run of each variant, with a note on how to read it.
  *
  * @param name
  *   for screen readers
  */
private[page] abstract class RunTable(name: String, css: String) {
  protected def columns: Columns

  /** The paragraphs below the table. */
  protected def reading(runs: Vector[Result]): Vector[String]

  /** None where a run has nothing to be compared. */
  protected def rows(run: Result): Seq[Frag]

  /** Whether the subject is one of this run: without any such run there is no table. */
  protected def isOf(run: Result): Boolean = rows(run).nonEmpty

  final def of(variants: Vector[Variant]): Vector[Frag] = {
    val runs = variants.map(_.shown)
    if (!runs.exists(isOf)) Vector.empty
    else Page.table(name, css, columns.header, runs.flatMap(rows)) +: reading(runs).map(p(cls := "note")(_))
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

private[page] object RunTable {

  /** A whole number: an increase is scaled from its samples to the window. */
  def whole(value: Option[Double]): Cell = Page.number(value.map(Numbers.fixed(_, 0)))
}
