package bottleneck.lab.explain.preparation

/** What a request demands of the cores, as the slope of the cores in use over the throughput of paced loads
  * (utilisation law, U = X · D: Lazowska et al. 1984, §3.1). What does not grow with the throughput is the intercept,
  * and no part of it.
  *
  * @param ms
  *   CPU time of a request
  * @param standardError
  *   of that, in ms
  * @param degreesOfFreedom
  *   of the standard error
  * @param background
  *   the intercept: cores in use whatever the throughput
  * @param cores
  *   the mean of those in use, where the line is known best
  */
final case class DemandFit(
    ms: Double,
    standardError: Double,
    degreesOfFreedom: Int,
    background: Double,
    cores: Double
)

object DemandFit {
  private val fewest = 6

  /** By how many times the highest throughput must exceed the lowest, for a slope to mean anything. */
  private val leastSpread = 1.5

  /** Of the cores that `used` says; nothing where the throughputs are too few or too much alike for a slope, or where
    * it does not rise.
    *
    * The pace is the instrument: what was answered within a slice strays, as requests end in one slice or the next, and
    * would flatten a slope by least squares (errors in variables; Wald 1940, Annals of Mathematical Statistics 11).
    */
  def of(slices: Vector[Slice])(used: Slice => Option[Double]): Option[DemandFit] = {
    val points = for { slice <- slices; cores <- used(slice) } yield Point(pace(slice), slice.perSecond, cores)
    Option.when(points.size >= fewest && isSpread(points))(fit(points)).filter(_.ms > 0)
  }

  private final case class Point(pace: Double, perSecond: Double, cores: Double)

  private def pace(slice: Slice): Double = Phases.calibrations.indexOf(slice.phase).toDouble

  private def isSpread(points: Vector[Point]): Boolean = {
    val rates = points.groupBy(_.pace).values.map(same => same.map(_.perSecond).sum / same.size)
    rates.max > leastSpread * rates.min
  }

  private def fit(points: Vector[Point]): DemandFit = {
    val n = points.size
    def mean(value: Point => Double): Double = points.map(value).sum / n
    val (pace, rate, cores) = (mean(_.pace), mean(_.perSecond), mean(_.cores))
    val withRate = points.map(point => (point.pace - pace) * (point.perSecond - rate)).sum
    val slope = points.map(point => (point.pace - pace) * (point.cores - cores)).sum / withRate
    val residuals = points.map(point => point.cores - cores - slope * (point.perSecond - rate))
    val variance = residuals.map(u => u * u).sum / (n - 2)
    val error = math.sqrt(variance * points.map(point => math.pow(point.pace - pace, 2)).sum) / math.abs(withRate)
    DemandFit(slope * 1000, error * 1000, n - 2, cores - slope * rate, cores)
  }
}
