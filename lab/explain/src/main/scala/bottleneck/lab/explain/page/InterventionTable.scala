package bottleneck.lab.explain.page

import bottleneck.lab.explain.record._
import scalatags.Text.all._

/** What the lab did to the target in the newest run of each variant, and how long answers stayed out; nothing where all
  * were left alone.
  */
private[page] object InterventionTable extends RunTable("interventions", "interventions numbers") {
  override protected val columns: Columns = Columns.plain("step", "began", "took", "outcome")

  override protected def reading(runs: Vector[Result]): Vector[String] = Vector(
    "Times are since the start of the run. A stall is the longest time of the window in which requests waited and none was answered."
  )

  override protected def rows(run: Result): Seq[Frag] = if (run.treatment.intervention.isEmpty) Vector.empty
  else {
    val stalls = run.measured.stalls.toVector.sorted.map { case (name, ms) => s"$name ${Numbers.millis(ms.toDouble)}" }
    group(run, s": stalls of ${stalls.mkString(", ")}") +: run.treatment.intervention.map(step)
  }

  private def step(step: InterventionStep): Frag = part(
    step.name,
    Vector(Some(step.fromMs), step.durationMs).map(ms => Page.number(ms.map(time => Numbers.millis(time.toDouble)))) :+
      Page.number(Some(step.outcome))
  )
}
