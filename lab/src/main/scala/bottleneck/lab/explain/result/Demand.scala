package bottleneck.lab.explain.result

import bottleneck.lab.explain.preparation.{DemandFit, Phases, Preparation, Slice}

/** What one request demands, as the paced loads before the load showed: the slope of each part's cores over throughput,
  * without compilers, in ms of CPU time. Elapsed times are of the lowest pace.
  *
  * @param cpuMs
  *   of service, database and its readers, load balancer, cache and generator together
  * @param serviceCpuMs
  *   of the service alone, as the next two of others
  * @param responseMs
  *   mean response time
  * @param connectionMs
  *   how long a request held connections of the pool
  * @param standardErrorMs
  *   of [[cpuMs]], with so many `degreesOfFreedom`; none in results of earlier versions
  * @param idleCores
  *   that are in use without a request
  * @param noise
  *   relative standard deviation of the CPU time of a request from second to second
  */
final case class Demand(
    cpuMs: Double,
    serviceCpuMs: Double,
    responseMs: Double,
    databaseCpuMs: Option[Double] = None,
    connectionMs: Option[Double] = None,
    generatorCpuMs: Option[Double] = None,
    standardErrorMs: Option[Double] = None,
    degreesOfFreedom: Option[Int] = None,
    idleCores: Option[Double] = None,
    noise: Option[Double] = None
)

object Demand {

  /** What Hikari leaves out of a use on average, of uses that differ by a millisecond or more: it counts whole ones,
    * rounded down (`PoolEntry.getMillisSinceBorrowed`); less on macOS, where its clock has no more than these.
    */
  private val roundedDownMs = 0.5

  /** Nothing where the paces do not tell.
    *
    * @param lowest
    *   what the parts said of themselves at the lowest pace
    * @param parts
    *   that a request uses: where one of them was not seen, nobody knows what it demands
    */
  def of(preparation: Preparation, lowest: Server, parts: Set[String] = Set.empty): Option[Demand] = {
    val paced = preparation.calibrating.filter(slice => parts.forall(slice.own(_).isDefined))
    def ms(part: String): Option[Double] = DemandFit.of(paced)(_.own(part)).map(_.ms)
    for {
      all <- DemandFit.of(paced)(slice => Some(slice.allOwn))
      service <- DemandFit.of(paced)(_.own("service"))
      slow = slices(preparation)
      requests = slow.map(_.requests).sum
      if requests > 0
    } yield Demand(
      all.ms,
      service.ms,
      slow.map(_.responseMs).sum.toDouble / requests,
      ms("database"),
      connectionMs(lowest, requests),
      ms("generator"),
      Some(all.standardError),
      Some(all.degreesOfFreedom),
      preparation.idleCores,
      preparation.noise
    )
  }

  /** The slices of the lowest pace. */
  def slices(preparation: Preparation): Vector[Slice] =
    preparation.slices.filter(_.phase == Phases.calibrations.head)

  private def connectionMs(server: Server, requests: Long): Option[Double] = for {
    pool <- server.hikari
    held <- pool.usageMeanMs
    times <- pool.acquired
  } yield (held + roundedDownMs) * times / requests
}
