package bottleneck.lab.explain.report

import bottleneck.lab.explain.result.Result
import scalatags.Text.all._

/** How many runs are sound, disturbed and invalid, as badges. */
private[report] object RunCounts {
  def of(runs: Vector[Result]): Vector[Frag] =
    Badge.kinds.flatMap { kind =>
      val count = runs.count(_.soundness.name == kind)
      Option.when(count > 0)(span(Badge.counted(kind, count), " "))
    }
}
