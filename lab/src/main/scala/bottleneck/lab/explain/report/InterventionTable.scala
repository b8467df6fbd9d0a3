package bottleneck.lab.explain.report

import bottleneck.lab.explain.result._
import scalatags.Text.all._

/** What the lab did to the target in the newest run of each variant, and how long answers stayed out; nothing where all
  * were left alone.
  */
private[report] object InterventionTable {
  private val columns = Vector("began", "took", "outcome")

  def of(variants: Vector[Variant]): Vector[Frag] = {
    val rows = variants.map(_.newest).filter(_.intervention.nonEmpty).flatMap(group)
    if (rows.isEmpty) Vector.empty
    else Vector(Page.table("interventions", "interventions numbers", header, rows), p(cls := "note")(reading))
  }

  private val reading =
    "Times are since the start of the run. A stall is the longest time of the window in which requests waited and none was answered."

  private val header: Frag = tr(th(cls := "text")("step"), columns.map(th(_)))

  private def group(result: Result): Vector[Frag] = {
    val stalls = result.stalls.toVector.sorted.map { case (name, ms) => s"$name ${Numbers.millis(ms.toDouble)}" }
    val title = s"${result.run.variant}: stalls of ${stalls.mkString(", ")} "
    tr(cls := "group")(th(colspan := columns.size + 1, cls := "text")(title, Badge.of(result))) +:
      result.intervention.map(row)
  }

  private def row(step: InterventionStep): Frag = tr(
    th(attr("scope") := "row", cls := "text")(step.name),
    Page.number(Some(Numbers.millis(step.fromMs.toDouble))),
    Page.number(step.durationMs.map(ms => Numbers.millis(ms.toDouble))),
    td(cls := "text")(step.outcome)
  )
}
