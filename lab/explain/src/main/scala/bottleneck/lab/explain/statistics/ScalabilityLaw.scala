package bottleneck.lab.explain.statistics

import scala.util.Random

/** A scalability curve fitted to measurements, with 95 % intervals of all that is read from it. */
final class ScalabilityLaw private (val curve: ScalabilityCurve, replicas: Vector[ScalabilityCurve]) {

  def lambda: Estimate = estimate(_.lambda)

  def sigma: Estimate = estimate(_.sigma)

  def kappa: Estimate = estimate(_.kappa)

  /** The load of the greatest throughput; none where throughput never falls. Its upper end is infinite where the data
    * does not rule that out.
    */
  def peak: Option[Estimate] = Option.when(!curve.peak.isInfinite)(estimate(_.peak))

  /** The throughput per second at `load`, also beyond the loads measured: mind the interval. */
  def at(load: Double): Estimate = estimate(_.at(load))

  private def estimate(value: ScalabilityCurve => Double): Estimate = {
    val sorted = replicas.map(value).sorted
    def percentile(p: Double): Double = sorted(math.ceil(p * sorted.size).toInt - 1)
    Estimate(value(curve), percentile(0.025), percentile(0.975))
  }
}

object ScalabilityLaw {

  /** @param throughput OK responses per second at `load` users, threads or instances */
  final case class Point(load: Double, throughput: Double) {
    require(load >= 1 && throughput > 0, s"a load ($load) must be >= 1 and its throughput ($throughput) > 0")
  }

  /** Why there is no law. */
  final case class TooFewLoads(found: Int) {
    def message: String = s"a scalability law needs at least $leastLoads different loads, and $found were measured."
  }

  val leastLoads: Int = 6
  private val replicas = 1000
  private val coefficients = 3

  /** Least squares, each throughput weighted by 1 ÷ itself: what a window counts has a variance in proportion to its
    * mean (Cox, Renewal Theory, 1962, §3.3). Intervals are percentiles of a bootstrap of residuals, since the loads are
    * chosen and not drawn (Efron & Tibshirani, An Introduction to the Bootstrap, 1993, §9.4 and §13.3). Of seven
    * simulated loads they held the true values about 9 times of 10.
    */
  def fit(points: Vector[Point], seed: Long = 1): Either[TooFewLoads, ScalabilityLaw] = {
    val loads = points.map(_.load)
    Either.cond(
      loads.distinct.size >= leastLoads, {
        val fit = new ScalabilityFit(loads, points.map(1 / _.throughput))
        val curve = fit(points.map(_.throughput))
        val samples = resampled(points, curve, new Random(seed))
        new ScalabilityLaw(curve, Vector.fill(replicas)(fit(samples.next())))
      },
      TooFewLoads(loads.distinct.size)
    )
  }

  /** Throughputs as they might have been measured, were `curve` the truth. */
  private def resampled(points: Vector[Point], curve: ScalabilityCurve, random: Random): Iterator[Vector[Double]] = {
    def deviation(point: Point): Double = math.sqrt(point.throughput)
    val residuals = points.map(point => (point.throughput - curve.at(point.load)) / deviation(point))
    val noise = residuals.map(residual => (residual - residuals.sum / points.size) * inflation(points.size))
    Iterator.continually(points.map { point =>
      math.max(0, curve.at(point.load) + deviation(point) * noise(random.nextInt(noise.size)))
    })
  }

  /** The curve was drawn towards the points, so residuals are smaller than the noise that made them; and percentiles
    * reach as far as the normal distribution (1.96) where so few points need Student's (Hesterberg 2015, The American
    * Statistician 69).
    */
  private def inflation(points: Int): Double = {
    val freedom = points.toDouble - coefficients
    math.sqrt(points / freedom) * Interval.t(freedom, 0.95) / 1.96
  }
}
