package bottleneck.lab.explain.preparation

/** CPU demand of a request: slope of the cores in use over the throughput of paced loads (utilisation law, U = X · D:
  * Lazowska et al. 1984, §3.1). The intercept, which does not grow with throughput, is not part of it.
  *
  * @param ms
  *   CPU time of a request, in ms
  * @param standardError
  *   standard error of `ms`, in ms
  * @param degreesOfFreedom
  *   degrees of freedom of the standard error
  * @param background
  *   intercept: cores in use at zero throughput
  * @param cores
  *   mean of the cores in use, where the line is known best
  */
final case class DemandFit(
    ms: Double,
    standardError: Double,
    degreesOfFreedom: Int,
    background: Double,
    cores: Double
)

object DemandFit {
  private val fewest = 5

  /** Minimum ratio of the highest to the lowest throughput for a meaningful slope. */
  private val leastSpread = 1.5

  /** Demand fit over the slices; none where the throughputs are too few or too much alike for a slope, or where it does
    * not rise.
    *
    * The pace is the instrument: the answers within a slice are noisy, as requests end in one slice or the next, and
    * would flatten a slope by least squares (errors in variables; Wald 1940, Annals of Mathematical Statistics 11).
    */
  def of(slices: Vector[Slice])(used: Slice => Option[Double]): Option[DemandFit] = {
    val phases = slices.map(_.phase).distinct.sorted
    val points =
      for { slice <- slices; cores <- used(slice) } yield Point(
        phases.indexOf(slice.phase).toDouble,
        slice.perSecond,
        cores
      )
    Option.when(points.size >= fewest && isSpread(points))(fit(points)).filter(_.ms > 0)
  }

  /** @param pace index of the pace, ascending */
  private final case class Point(pace: Double, perSecond: Double, cores: Double)

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
