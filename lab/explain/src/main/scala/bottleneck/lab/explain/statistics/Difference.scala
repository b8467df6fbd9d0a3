package bottleneck.lab.explain.statistics

import java.util.Locale
import org.hipparchus.stat.StatUtils

/** How far repeats of one variant are from those of another, with an interval.
  *
  * @param unchanged
  *   what `value` is when nothing changed: 0 for a difference, 1 for a ratio
  */
final case class Difference(value: Double, low: Double, high: Double, unchanged: Double) {

  def isDetectable: Boolean = high < unchanged || unchanged < low

  def text: String = {
    val interval = "%.3g (%.3g to %.3g)".formatLocal(Locale.ROOT, value, low, high)
    if (isDetectable) interval else s"no detectable difference: $interval"
  }
}

/** Welch's t-interval, for samples of different spread (Welch 1947, Biometrika 34). None where a sample has one value.
  */
object Difference {

  /** The mean of `after` minus that of `before`, in their unit. */
  def of(before: Vector[Double], after: Vector[Double], confidence: Double = 0.95): Option[Difference] =
    Option.when(before.size > 1 && after.size > 1) {
      val (first, second) = (Sample(before), Sample(after))
      val difference = second.mean - first.mean
      val half = halfWidth(first, second, confidence)
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

  /** @param squaredError of the mean */
  private final case class Sample(mean: Double, squaredError: Double, n: Int) {
    def term: Double = squaredError * squaredError / (n - 1)
  }

  private object Sample {
    def apply(values: Vector[Double]): Sample = {
      val sample = values.toArray
      Sample(StatUtils.mean(sample: _*), StatUtils.variance(sample: _*) / values.size, values.size)
    }
  }

  private def halfWidth(first: Sample, second: Sample, confidence: Double): Double = {
    val squaredError = first.squaredError + second.squaredError
    if (squaredError == 0) 0
    else Interval.t(squaredError * squaredError / (first.term + second.term), confidence) * math.sqrt(squaredError)
  }
}
