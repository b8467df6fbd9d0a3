package bottleneck.lab.explain.statistics

/** The slope of points over x by statistics that outliers do not sway, and its interval. */
private[statistics] final case class Trend(slope: Double, low: Double, high: Double)

private[statistics] object Trend {

  /** Of the 45 slopes between ten points, how many lie below the interval, and above it. */
  private val outside = 13

  /** The median of the slopes of all pairs, and the interval that holds the true one 89.2 times of 100 (Sen 1968, J.
    * American Statistical Association 63): P(S ≥ 19) = 0.054 on either side (Kendall, Rank Correlation Methods, 1975,
    * table 1). It assumes independent values.
    *
    * @param points
    *   (x, y), ten of them in the order of their x, no two of which are equal
    */
  def of(points: Vector[(Double, Double)]): Trend = {
    require(points.size == BatchMeans.batches, s"a trend needs ${BatchMeans.batches} points, not ${points.size}")
    val slopes = (for {
      (from, n) <- points.zipWithIndex
      to <- points.drop(n + 1)
    } yield (to._2 - from._2) / (to._1 - from._1)).sorted
    Trend(slopes(slopes.size / 2), slopes(outside), slopes(slopes.size - 1 - outside))
  }
}
