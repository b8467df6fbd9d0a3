package bottleneck.lab.explain.statistics

import org.hipparchus.distribution.continuous.TDistribution
import org.hipparchus.stat.StatUtils

/** Student's t-test of two samples of equal spread; a sample may have one value, as the other shows the spread.
  *
  * @param difference
  *   the mean of the second less that of the first
  * @param standard
  *   standard deviation that both samples show, of so many `degrees` of freedom
  * @param error
  *   standard error of the difference
  */
final case class StudentTest(difference: Double, standard: Double, degrees: Int, error: Double) {

  /** How likely equal means differ by as much to either side. */
  def pValue: Double = 2 * beyond(math.abs(difference))

  /** How likely the mean of the second lies above that of the first by as much if they are equal. */
  def pValueAbove: Double = beyond(difference)

  private def beyond(difference: Double): Double =
    if (error > 0) new TDistribution(degrees.toDouble).cumulativeProbability(-difference / error)
    else if (difference > 0) 0
    else if (difference < 0) 1
    else 0.5
}

object StudentTest {

  /** None where a sample is empty or both have one value. */
  def of(first: Seq[Double], second: Seq[Double]): Option[StudentTest] = {
    val degrees = first.size + second.size - 2
    Option.when(first.nonEmpty && second.nonEmpty && degrees > 0) {
      val (one, other) = (Part(first), Part(second))
      val standard = math.sqrt((one.squares + other.squares) / degrees)
      StudentTest(
        other.mean - one.mean,
        standard,
        degrees,
        standard * math.sqrt(1.0 / first.size + 1.0 / second.size)
      )
    }
  }

  /** @param squares sum of the squared deviations from the mean */
  private final case class Part(mean: Double, squares: Double)

  private object Part {
    def apply(values: Seq[Double]): Part = {
      val sample = values.toArray
      val mean = StatUtils.mean(sample: _*)
      Part(mean, sample.map(value => (value - mean) * (value - mean)).sum)
    }
  }
}
