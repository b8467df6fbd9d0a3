package bottleneck.lab.explain.record

import bottleneck.lab.explain.preparation.{DemandFit, Phases, Preparation, Slice}
import bottleneck.lab.explain.series.{PartFigures, PartMetrics}
import upickle.implicits.flatten

/** Demand of a request, from the paced loads before the load: slope of each part's cores over throughput, without
  * compilers, in ms of CPU time. Elapsed times are from requests sent one by one.
  *
  * @param cpuMs
  *   sum over service, database, its readers and relay, load balancer, cache and generator
  * @param serviceCpuMs
  *   CPU demand of the service alone
  * @param responseMs
  *   mean response time
  * @param connectionMs
  *   hold time of the pool's connections
  */
final case class Demand(
    cpuMs: Double,
    serviceCpuMs: Double,
    responseMs: Double,
    databaseCpuMs: Option[Double] = None,
    connectionMs: Option[Double] = None,
    generatorCpuMs: Option[Double] = None,
    @flatten line: DemandLine = DemandLine()
)

/** The line of all parts' cores over throughput.
  *
  * @param standardErrorMs
  *   standard error of its slope, with so many `degreesOfFreedom`
  * @param idleCores
  *   cores in use at zero throughput: the intercept
  * @param pacedCores
  *   mean of the cores in use in the paced loads
  * @param noise
  *   relative standard deviation of the CPU time of a request from second to second
  */
final case class DemandLine(
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

  /** None where the paced loads allow no fit.
    *
    * @param alone
    *   metrics of the parts while requests came one by one
    * @param parts
    *   parts that a request uses: if one of them was not sampled, its demand is unknown
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
      single.map(_.responseMs).sum.toDouble / requests,
      ms("database"),
      connectionMs(alone, requests),
      ms("generator"),
      DemandLine(
        Some(all.standardError),
        Some(all.degreesOfFreedom),
        Some(all.background),
        Some(all.cores),
        preparation.noise
      )
    )
  }

  /** In which requests came one by one. */
  def slices(preparation: Preparation): Vector[Slice] = preparation.slices.filter(_.phase == Phases.alone)

  private def connectionMs(alone: PartFigures, requests: Long): Option[Double] = for {
    held <- alone(PartMetrics.held)
    times <- alone(PartMetrics.acquired)
  } yield (held + roundedDownMs) * times / requests
}
