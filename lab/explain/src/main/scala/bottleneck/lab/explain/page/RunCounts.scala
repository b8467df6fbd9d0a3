package bottleneck.lab.explain.page

import bottleneck.lab.explain.record.Result
import scalatags.Text.all._

/** How many runs are sound, disturbed and invalid, as badges. */
private[page] object RunCounts {
  def of(runs: Vector[Result]): Vector[Frag] =
    Badge.kinds.flatMap { kind =>
      val count = runs.count(_.soundness.name == kind)
      Option.when(count > 0)(span(Badge.counted(kind, count), " "))
    }
}
