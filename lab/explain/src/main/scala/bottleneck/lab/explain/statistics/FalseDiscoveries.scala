package bottleneck.lab.explain.statistics

/** Many tests at once, of which only so large a part of what they find may be false on average (Benjamini and Hochberg
  * 1995, J. Royal Statistical Society B 57(1)): also where the tests depend on each other positively, as metrics of one
  * run do (Benjamini and Yekutieli 2001, Annals of Statistics 29(4)). Where nothing changed at all, it is also the
  * probability that anything is found.
  */
object FalseDiscoveries {

  /** The least rate at which each of the tests finds something, in their order. */
  def adjusted(pValues: Vector[Double]): Vector[Double] = {
    val falling = pValues.zipWithIndex.sortBy(-_._1)
    val least = falling.zipWithIndex.scanLeft(1.0) { case (sofar, ((pValue, _), above)) =>
      math.min(sofar, pValue * pValues.size / (pValues.size - above))
    }
    val rates = falling.zip(least.tail).map { case ((_, place), rate) => place -> rate }.toMap
    pValues.indices.map(rates).toVector
  }
}
