package bottleneck.lab.explain.record

import bottleneck.lab.explain.preparation.{DemandFit, Phases, Preparation, Slice}
import upickle.implicits.flatten

/** What one request demands, as the paced loads before the load showed: the slope of each part's cores over throughput,
  * without compilers, in ms of CPU time. Elapsed times are of requests one by one.
  *
  * @param cpuMs
  *   of service, database, its readers and its relay, load balancer, cache and generator together
  * @param serviceCpuMs
  *   of the service alone, as the next two of others
  * @param responseMs
  *   mean response time
  * @param connectionMs
  *   how long a request held connections of the pool
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
  *   of its slope, with so many `degreesOfFreedom`
  * @param idleCores
  *   that are in use whatever the throughput: the intercept
  * @param pacedCores
  *   the mean of those in use in the paced loads
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

  /** What Hikari leaves out of a use on average, of uses that differ by a millisecond or more: it counts whole ones,
    * rounded down (`PoolEntry.getMillisSinceBorrowed`); less on macOS, where its clock has no more than these.
    */
  private val roundedDownMs = 0.5

  /** Nothing where the paces do not tell.
    *
    * @param alone
    *   what the parts said of themselves while requests came one by one
    * @param parts
    *   that a request uses: where one of them was not seen, nobody knows what it demands
    */
  def of(preparation: Preparation, alone: Server, parts: Set[String] = Set.empty): Option[Demand] = {
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

  private def connectionMs(server: Server, requests: Long): Option[Double] = for {
    pool <- server.service.hikari
    held <- pool.usageMeanMs
    times <- pool.acquired
  } yield (held + roundedDownMs) * times / requests
}
