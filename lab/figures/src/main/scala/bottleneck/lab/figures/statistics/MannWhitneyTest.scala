package bottleneck.lab.figures.statistics

import java.util.Arrays

/** The exact test of whether one sample is above another, by the pairs of one value of each (Mann and Whitney 1947, The
  * Annals of Mathematical Statistics 18).
  */
object MannWhitneyTest {

  /** One-sided Mann-Whitney p-value: probability, under equality, of `above` or more pairs where the value of the first
    * sample, of size `of`, is higher than that of the second, of size `others`.
    */
  def pValueAbove(above: Int, of: Int, others: Int): Double = {
    require(of >= 0 && others >= 0 && 0 <= above && above <= of * others, s"$above of $of × $others pairs")
    val ways = orders(of, others)
    ways.drop(above).sum / ways.sum
  }

  /** In how many orders of all values so many pairs have the first above, by that number from 0: the largest value is
    * one of the first, and above all others, or it is one of the second.
    */
  private def orders(of: Int, others: Int): Array[Double] = {
    val ofNone = Array.fill(others + 1)(Array(1.0))
    val ofAll = (1 to of).foldLeft(ofNone) { (ofFewer, _) =>
      (1 to others).scanLeft(Array(1.0))((fewerOthers, n) => plus(fewerOthers, ofFewer(n), n)).toArray
    }
    ofAll(others)
  }

  /** The sum of both, one of them with so many pairs more. */
  private def plus(one: Array[Double], other: Array[Double], more: Int): Array[Double] = {
    val sum = Arrays.copyOf(one, other.length + more)
    other.indices.foreach(n => sum(n + more) += other(n))
    sum
  }
}
