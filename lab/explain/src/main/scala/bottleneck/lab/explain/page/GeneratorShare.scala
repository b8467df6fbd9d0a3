package bottleneck.lab.explain.page

import bottleneck.lab.explain.record.Result
import bottleneck.lab.model.Text.text

/** The generator's part of a user's time, in words: never a fault. */
private[page] object GeneratorShare {

  /** Sentence on the generator's share; none if ≤ 0, as measured with random think times. */
  def sentence(result: Result): Option[String] = result.measured.byLoad.generatorGap.filter(_.ms > 0).map { gap =>
    s"the generator took ${short(gap.ms)} ms of a user's cycle of ${short(gap.ms / gap.share)} ms (${short(gap.share * 100)} %)"
  }

  /** Two digits at least. */
  private def short(value: Double): String = text(if (value < 10) "%.1f" else "%.0f", value)
}
