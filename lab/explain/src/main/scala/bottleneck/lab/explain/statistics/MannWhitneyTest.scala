package bottleneck.lab.explain.statistics

/** The exact test of whether one sample is above another, by the pairs of one value of each (Mann and Whitney 1947, The
  * Annals of Mathematical Statistics 18).
  */
object MannWhitneyTest {

  /** How likely, if nothing differs, `above` pairs or more have the value of the first sample above that of the second.
    *
    * @param of
    *   values of the first sample
    * @param others
    *   values of the second
    */
  def pValueAbove(above: Int, of: Int, others: Int): Double = {
    require(of >= 0 && others >= 0 && 0 <= above && above <= of * others, s"$above of $of × $others pairs")
    val ways = orders(of, others)
    ways.drop(above).sum / ways.sum
  }

  /** In how many orders of all values so many pairs have the first above, by that number from 0: the largest value is
    * one of the first, and above all others, or it is one of the second.
    */
  private def orders(of: Int, others: Int): Vector[Double] = {
    val rows = (1 to of).scanLeft(Vector.fill(others + 1)(Vector(1.0))) { (before, _) =>
      (1 to others)
        .scanLeft(Vector(1.0)) { (fewer, n) =>
          (Vector.fill(n)(0.0) ++ before(n)).zipAll(fewer, 0.0, 0.0).map { case (a, b) => a + b }
        }
        .toVector
    }
    rows.last(others)
  }
}
