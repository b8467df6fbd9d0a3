package bottleneck.lab.explain.statistics

import org.hipparchus.distribution.continuous.TDistribution
import org.hipparchus.stat.StatUtils
import org.hipparchus.stat.inference.MannWhitneyUTest

/** The newest values of a series against those of an accepted baseline.
  *
  * @param ratio
  *   of the median of the newest to that of the baseline
  * @param pValue
  *   that they are of one distribution, by Mann and Whitney's test (exact for few values without ties, else by the
  *   normal approximation)
  * @param baseline
  *   how many values it has, and the `newest` how many
  */
final case class BaselineComparison(
    ratio: Double,
    pValue: Double,
    baseline: Int,
    newest: Int,
    private val test: StudentTest
) {

  /** The part by which so many newest values must differ from such a baseline for four of five comparisons to show it
    * at this two-sided significance: by the t-test, which the ranks come near to, and where the errors of both kinds
    * add up (Montgomery, Design and Analysis of Experiments, 8th ed. 2013, §2.4.2).
    */
  def smallest(significance: Double): Double = {
    val student = new TDistribution(test.degrees.toDouble)
    def quantile(probability: Double): Double = student.inverseCumulativeProbability(probability)
    math.exp((quantile(1 - significance / 2) + quantile(BaselineComparison.power)) * test.error) - 1
  }
}

object BaselineComparison {
  private val power = 0.8

  /** Of values > 0; none where one of them has none, or both have one. */
  def of(baseline: Vector[Double], newest: Vector[Double]): Option[BaselineComparison] = {
    require((baseline ++ newest).forall(_ > 0), "a ratio needs values > 0")
    StudentTest.of(baseline.map(math.log), newest.map(math.log)).map { test =>
      val pValue = new MannWhitneyUTest().mannWhitneyUTest(baseline.toArray, newest.toArray)
      // the approximation for values that are all the same is no number
      val known = if (pValue.isNaN) 1.0 else pValue
      BaselineComparison(median(newest) / median(baseline), known, baseline.size, newest.size, test)
    }
  }

  private def median(values: Vector[Double]): Double = StatUtils.percentile(values.toArray, 50)
}
