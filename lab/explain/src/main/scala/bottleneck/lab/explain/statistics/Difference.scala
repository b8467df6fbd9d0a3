package bottleneck.lab.explain.statistics

import bottleneck.lab.statistics.Welch
import bottleneck.lab.model.Text
import org.hipparchus.stat.StatUtils

/** Effect size between the repeats of two variants, with a confidence interval.
  *
  * @param unchanged
  *   value under the null hypothesis: 0 for a difference, 1 for a ratio
  */
final case class Difference(value: Double, low: Double, high: Double, unchanged: Double) {

  def isDetectable: Boolean = high < unchanged || unchanged < low

  def text: String = {
    val interval = Text.text("%.3g (%.3g to %.3g)", value, low, high)
    if (isDetectable) interval else s"no detectable difference: $interval"
  }
}

/** Welch's t-interval, for samples of different spread (Welch 1947, Biometrika 34): none where a sample has one value.
  */
object Difference {

  /** The mean of `after` minus that of `before`, in their unit. */
  def of(before: Vector[Double], after: Vector[Double], confidence: Double = 0.95): Option[Difference] =
    Option.when(before.size > 1 && after.size > 1) {
      val difference = StatUtils.mean(after: _*) - StatUtils.mean(before: _*)
      val half = Welch.halfWidth(before, after, confidence)
      Difference(difference, difference - half, difference + half, unchanged = 0)
    }

  /** The geometric mean of `after` ÷ that of `before`: the difference of their logarithms, so all values must be > 0.
    */
  def ratio(before: Vector[Double], after: Vector[Double], confidence: Double = 0.95): Option[Difference] = {
    require((before ++ after).forall(_ > 0), s"a ratio needs values > 0, not $before and $after")
    of(before.map(math.log), after.map(math.log), confidence).map { logarithms =>
      Difference(math.exp(logarithms.value), math.exp(logarithms.low), math.exp(logarithms.high), unchanged = 1)
    }
  }
}
