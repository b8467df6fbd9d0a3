package bottleneck.lab.explain.stats

/** Whether a window measures one state or a system that still changes.
  *
  * @param relativeChange
  *   over the window, as a part of the mean: −0.2 falls by a fifth
  * @param pValue
  *   how likely a steady system looks at least as much like a trend
  */
final case class SteadyState(relativeChange: Double, pValue: Double) {

  /** Both sure and large: a long window makes any drift significant, and noise makes any short one large. */
  def hasTrend: Boolean =
    pValue < SteadyState.significance && math.abs(relativeChange) > SteadyState.relevance
}

object SteadyState {
  val significance: Double = 0.01
  val relevance: Double = 0.1

  /** Of the throughput or the mean latency of each second of a window of at least [[BatchMeans.batches]] seconds.
    *
    * Both statistics go by order and median, so that a stall of a few seconds is no trend. The test takes the means of
    * ten batches: seconds are correlated, for which the raw test claims trends that are not there. Of 400 simulated
    * steady AR(1) series each of 30 and of 60 seconds with φ = 0.5 it refused 12 % at p < 0.01, and 8 to 9 % with the
    * variance of Hamed & Rao (1998, J. Hydrology 204), whose autocorrelations are too noisy in short series, but about
    * 1 % in batches. The price is power: only drifts beyond the noise of a batch are seen.
    */
  def of(perSecond: Vector[Double]): SteadyState = {
    val pValue = Trend.mannKendall(BatchMeans.of(perSecond).map(_.mean))
    val mean = perSecond.sum / perSecond.size
    val change = Trend.theilSen(perSecond) * perSecond.size
    SteadyState(if (change == 0) 0 else change / mean, pValue)
  }
}
