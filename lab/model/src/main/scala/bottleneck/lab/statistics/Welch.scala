package bottleneck.lab.statistics

import org.hipparchus.stat.StatUtils

/** Difference of the means of two samples of different spread (Welch 1947, Biometrika 34). */
object Welch {

  /** Half-width of its two-sided interval; each sample has two values or more. */
  def halfWidth(a: Vector[Double], b: Vector[Double], confidence: Double = 0.95): Double = {
    val (first, second) = (squaredError(a), squaredError(b))
    val both = first + second
    if (both == 0) 0
    else {
      val degrees = both * both / (first * first / (a.size - 1) + second * second / (b.size - 1))
      Interval.t(degrees, confidence) * math.sqrt(both)
    }
  }

  private def squaredError(values: Vector[Double]): Double = {
    require(values.size > 1, s"a spread needs two values or more, not ${values.size}")
    StatUtils.variance(values: _*) / values.size
  }
}
