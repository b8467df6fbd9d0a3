package bottleneck.lab.explain.report

import bottleneck.lab.explain.result._
import scalatags.Text.all._

/** What the lab did to the target in the newest run of each variant, and how long answers stayed out; nothing where all
  * were left alone.
  */
private[report] object InterventionTable extends RunTable("interventions", "interventions numbers") {
  private val columns = Vector("began", "took", "outcome")

  override protected def reading(runs: Vector[Result]): Vector[String] = Vector(
    "Times are since the start of the run. A stall is the longest time of the window in which requests waited and none was answered."
  )

  override protected val header: Frag = RunTable.header("step", columns)

  override protected def rows(run: Result): Seq[Frag] = if (run.intervention.isEmpty) Vector.empty
  else {
    val stalls = run.stalls.toVector.sorted.map { case (name, ms) => s"$name ${Numbers.millis(ms.toDouble)}" }
    RunTable.group(run, columns.size, s": stalls of ${stalls.mkString(", ")}") +: run.intervention.map(row)
  }

  private def row(step: InterventionStep): Frag = RunTable.part(
    step.name,
    Page.number(Some(Numbers.millis(step.fromMs.toDouble))),
    Page.number(step.durationMs.map(ms => Numbers.millis(ms.toDouble))),
    Page.number(Some(step.outcome))
  )
}
