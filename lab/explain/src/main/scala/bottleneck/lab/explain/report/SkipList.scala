package bottleneck.lab.explain.report

import bottleneck.lab.explain.result.Skip
import scalatags.Text.all._

/** Variants that were not run, each with the reason; nothing where there are none. */
private[report] object SkipList {
  def of(skips: Vector[Skip]): Vector[Frag] =
    if (skips.isEmpty) Vector.empty
    else
      Vector(ul(cls := "note")(skips.map { skip =>
        li(strong(skip.variant), s" was skipped, ${Numbers.minute(skip.at)}: ", skip.reason)
      }))
}
