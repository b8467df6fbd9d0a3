package bottleneck.lab.explain.statistics

import org.hipparchus.distribution.discrete.HypergeometricDistribution

/** Fisher's exact test of two parts (Fisher 1935, Journal of the Royal Statistical Society 98). */
object FisherTest {

  /** How likely `hits` or more of all hits are among the first `of` if both parts are equal: 1 without any.
    *
    * @param others
    *   hits of the other `ofOthers`
    */
  def pValueAbove(hits: Long, of: Long, others: Long, ofOthers: Long): Double = {
    require(0 <= hits && hits <= of && 0 <= others && others <= ofOthers, s"$hits of $of and $others of $ofOthers")
    if (hits + others == 0) 1
    else
      new HypergeometricDistribution((of + ofOthers).toInt, (hits + others).toInt, of.toInt)
        .upperCumulativeProbability(hits.toInt)
  }
}
