package bottleneck.lab.explain.page

import bottleneck.lab.explain.record.Result
import java.util.Locale

/** The generator's part of a user's time, in words: never a fault. */
private[page] object GeneratorShare {

  /** Sentence on the generator's share; none if ≤ 0, as measured with random think times. */
  def sentence(result: Result): Option[String] = result.measured.byLoad.generatorGap.filter(_.ms > 0).map { gap =>
    "the generator took %s ms of a user's cycle of %s ms (%s %%)".formatLocal(
      Locale.ROOT,
      short(gap.ms),
      short(gap.ms / gap.share),
      short(gap.share * 100)
    )
  }

  /** Two digits at least. */
  private def short(value: Double): String = (if (value < 10) "%.1f" else "%.0f").formatLocal(Locale.ROOT, value)
}
