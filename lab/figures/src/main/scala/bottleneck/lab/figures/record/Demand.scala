package bottleneck.lab.figures.record

import bottleneck.lab.figures.preparation.{Phases, Preparation, Slice}
import bottleneck.lab.figures.series.{PartFigures, PartMetrics}

/** Demand of a request, from the paced loads before the load: slope of each part's cores over throughput, without
  * compilers, in ms of CPU time. `cpuMs` is the sum of all parts with the generator. Elapsed times (a response's mean,
  * the holding of a connection) are from requests sent one by one, if any. The line of all parts' cores has a standard
  * error of its slope, an intercept (cores in use at zero throughput) and the mean of the cores in the paced loads;
  * `noise` is the relative standard deviation of a request's CPU time from second to second.
  */
final case class Demand(
    cpuMs: Double,
    serviceCpuMs: Double,
    responseMs: Option[Double],
    databaseCpuMs: Option[Double] = None,
    connectionMs: Option[Double] = None,
    generatorCpuMs: Option[Double] = None,
    standardErrorMs: Option[Double] = None,
    degreesOfFreedom: Option[Int] = None,
    idleCores: Option[Double] = None,
    pacedCores: Option[Double] = None,
    noise: Option[Double] = None
)

object Demand {

  /** Mean rounding error of Hikari's usage time, in ms: it counts whole milliseconds, rounded down
    * (`PoolEntry.getMillisSinceBorrowed`). Less on macOS, whose clock only has milliseconds.
    */
  private val roundedDownMs = 0.5

  /** None where the paced loads allow no fit, or one of the `parts` that a request uses was not sampled; `alone` are
    * metrics of the time in which requests came one by one.
    */
  def of(preparation: Preparation, alone: PartFigures, parts: Set[String] = Set.empty): Option[Demand] = {
    val paced = preparation.calibrating.filter(slice => parts.forall(slice.own(_).isDefined))
    def ms(part: String): Option[Double] = DemandFit.of(paced)(_.own(part)).map(_.ms)
    for {
      all <- DemandFit.of(paced)(slice => Some(slice.allOwn))
      service <- DemandFit.of(paced)(_.own("service"))
      single = slices(preparation)
      requests = single.map(_.requests).sum
      if requests > 0
    } yield Demand(
      all.ms,
      service.ms,
      Some(single.map(_.responseMs).sum.toDouble / requests),
      ms("database"),
      connectionMs(alone, requests),
      ms("generator"),
      Some(all.standardError),
      Some(all.degreesOfFreedom),
      Some(all.background),
      Some(all.cores),
      preparation.noise
    )
  }

  /** By the batches of a run by turns; none where no request was answered or a part was not sampled. */
  def ofBatches(light: Vector[Slice]): Option[Demand] = {
    val requests = light.map(_.requests).sum
    def ms(of: Slice => Option[Double]): Option[Double] =
      Option.when(requests > 0 && light.forall(of(_).isDefined)) {
        light.map(slice => of(slice).getOrElse(0.0) * slice.seconds).sum * 1000 / requests
      }
    for {
      all <- ms(slice => Some(slice.allOwn)).filter(_ > 0)
      service <- ms(_.own("service"))
    } yield Demand(all, service, None, ms(_.own("database")), generatorCpuMs = ms(_.own("generator")))
  }

  /** In which requests came one by one. */
  def slices(preparation: Preparation): Vector[Slice] = preparation.slices.filter(_.phase == Phases.alone)

  private def connectionMs(alone: PartFigures, requests: Long): Option[Double] = for {
    held <- alone(PartMetrics.held)
    times <- alone(PartMetrics.acquired)
  } yield (held + roundedDownMs) * times / requests
}

/** CPU demand of a request in ms by the utilisation law, U = X · D (Lazowska et al. 1984, §3.1): slope of the cores in
  * use over the throughput of paced loads. The intercept, the cores in use at zero throughput, is no part of it. The
  * line is known best at the mean of the `cores` in use.
  */
final case class DemandFit(ms: Double, standardError: Double, degreesOfFreedom: Int, background: Double, cores: Double)

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
