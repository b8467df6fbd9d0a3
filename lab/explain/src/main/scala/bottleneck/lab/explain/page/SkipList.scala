package bottleneck.lab.explain.page

import bottleneck.lab.explain.verdict.Skip
import scalatags.Text.all._

/** Variants that were not run, each with the reason; nothing where there are none. */
private[page] object SkipList {
  def of(skips: Vector[Skip]): Vector[Frag] =
    if (skips.isEmpty) Vector.empty
    else
      Vector(ul(cls := "note")(skips.map { skip =>
        li(strong(skip.variant), s" was skipped, ${Numbers.minute(skip.at)}: ", skip.reason)
      }))
}
