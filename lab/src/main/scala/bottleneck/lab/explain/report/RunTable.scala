package bottleneck.lab.explain.report

import bottleneck.lab.explain.result.{Result, Variant}
import scalatags.Text.all._

/** A table with what the newest run of each variant tells of one subject, and below it how to read that.
  *
  * @param name
  *   for those who cannot see it
  */
private[report] abstract class RunTable(name: String, css: String) {
  protected def header: Frag

  /** The paragraphs below the table. */
  protected def reading(runs: Vector[Result]): Vector[String]

  /** None where a run has nothing to be compared. */
  protected def rows(run: Result): Seq[Frag]

  /** Whether the subject is one of this run: without any such run there is no table. */
  protected def isOf(run: Result): Boolean = rows(run).nonEmpty

  final def of(variants: Vector[Variant]): Vector[Frag] = {
    val runs = variants.map(_.newest)
    if (!runs.exists(isOf)) Vector.empty
    else Page.table(name, css, header, runs.flatMap(rows)) +: reading(runs).map(p(cls := "note")(_))
  }
}

private[report] object RunTable {

  /** The only row of a run. */
  def row(run: Result, cells: Frag*): Frag = tr(cls := Badge.row(run).getOrElse(""))(Page.variant(run), cells)

  /** The head of several rows of a run.
    *
    * @param columns
    *   besides the first
    */
  def group(run: Result, columns: Int, told: String = ""): Frag =
    tr(cls := "group")(th(colspan := columns + 1, cls := "text")(run.run.variant, told, " ", Badge.of(run)))

  /** A row of a group. */
  def part(name: Frag, cells: Frag*): Frag = tr(th(attr("scope") := "row", cls := "text")(name), cells)

  /** The head of a table whose columns are in no groups. */
  def header(first: String, columns: Vector[String]): Frag = tr(th(cls := "text")(first), columns.map(th(_)))

  /** A whole number: an increase is scaled from its samples to the window. */
  def whole(value: Option[Double]): Frag = Page.number(value.map(Numbers.fixed(_, 0)))
}
