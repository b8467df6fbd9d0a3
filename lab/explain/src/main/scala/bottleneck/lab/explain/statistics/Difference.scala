package bottleneck.lab.explain.statistics

import bottleneck.lab.statistics.Welch
import bottleneck.lab.model.Text
import org.hipparchus.distribution.continuous.TDistribution
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
  * Where more repeats than these show how they stray, Student's with that spread.
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

  /** Ratio with a known SD of log(value): one value of each suffices. */
  def ratio(before: Vector[Double], after: Vector[Double], spread: PooledSpread): Difference = {
    require((before ++ after).forall(_ > 0), s"a ratio needs values > 0, not $before and $after")
    def mean(values: Vector[Double]): Double = StatUtils.mean(values.map(math.log): _*)
    val (value, half) = (mean(after) - mean(before), reach(spread, before.size, after.size, quantile(spread, twoSided)))
    Difference(math.exp(value), math.exp(value - half), math.exp(value + half), unchanged = 1)
  }

  /** By what part two variants must differ for so many repeats of each to show it in four of five comparisons: the
    * errors of both kinds add up (Montgomery, Design and Analysis of Experiments, 8th ed. 2013, §2.4.2).
    */
  def smallest(repeats: Int, spread: PooledSpread): Double =
    math.exp(reach(spread, repeats, repeats, quantile(spread, twoSided) + quantile(spread, power))) - 1

  private val twoSided = 0.975
  private val power = 0.8

  private def quantile(spread: PooledSpread, probability: Double): Double =
    new TDistribution(spread.degrees).inverseCumulativeProbability(probability)

  private def reach(spread: PooledSpread, before: Int, after: Int, errors: Double): Double =
    errors * spread.standard * math.sqrt(1.0 / before + 1.0 / after)
}
