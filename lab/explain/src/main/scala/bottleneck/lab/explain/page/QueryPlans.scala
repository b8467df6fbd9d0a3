package bottleneck.lab.explain.page

import bottleneck.lab.explain.verdict.Variant
import scalatags.Text.all._

/** How the database answered each variant: the first and the last plan side by side, the others folded. */
private[page] object QueryPlans {

  def of(files: Vector[(Variant, RunDetails)]): Vector[Frag] = {
    val plans = files.flatMap { case (variant, read) => read.plan.map(variant -> _) }
    val ends = (plans.headOption.toVector ++ plans.lastOption).distinct
    val between = plans.diff(ends)
    if (plans.isEmpty) Vector.empty
    else
      div(cls := "plans")(ends.map { case (variant, plan) => shown(variant, plan, attr("open").empty) }) +:
        between.map { case (variant, plan) => shown(variant, plan) }
  }

  private def shown(variant: Variant, plan: String, open: Modifier*): Frag =
    tag("details")(open)(tag("summary")(variant.name, " ", Badge.of(variant.shown)), pre(tabindex := 0)(plan))
}
