package bottleneck.lab.explain.stats

import org.hipparchus.distribution.continuous.NormalDistribution
import org.hipparchus.stat.StatUtils

/** Trend of an evenly spaced series, by statistics that outliers do not sway. */
private[stats] object Trend {

  /** A longer series goes by the means of equal stretches: the pairs of all its values would be millions. */
  private val mostValues = 1000

  /** Per step: the median of the slopes of all pairs (Sen 1968, J. American Statistical Association 63). */
  def theilSen(series: Vector[Double]): Double = {
    val stretch = (series.size + mostValues - 1) / mostValues
    val means = series.grouped(stretch).filter(_.size == stretch).map(_.sum / stretch).toVector
    StatUtils.percentile(pairs(means)((from, to) => (means(to) - means(from)) / (to - from)).toArray, 50) / stretch
  }

  /** The two-sided p-value of "no trend" (Mann 1945, Econometrica 13; Kendall, Rank Correlation Methods, 1975, §4), by
    * the normal approximation with corrections for ties and continuity. It assumes independent values.
    */
  def mannKendall(series: Vector[Double]): Double = {
    val s = pairs(series)((from, to) => math.signum(series(to) - series(from))).sum
    if (s == 0) 1
    else 2 * standardNormal.cumulativeProbability(-(math.abs(s) - 1) / math.sqrt(variance(series)))
  }

  private val standardNormal = new NormalDistribution

  private def variance(series: Vector[Double]): Double = {
    def term(n: Double): Double = n * (n - 1) * (2 * n + 5)
    val ties = series.groupBy(identity).values.map(tied => term(tied.size)).sum
    (term(series.size) - ties) / 18
  }

  private def pairs(series: Vector[Double])(value: (Int, Int) => Double): Vector[Double] = for {
    from <- series.indices.toVector
    to <- from + 1 until series.size
  } yield value(from, to)
}
