package bottleneck.scaleup

import bottleneck.lab.explain.page.Numbers
import bottleneck.lab.explain.record.Result

/** A run by the cores that its parts had.
  *
  * @param service
  *   the share of its cores that the service used
  * @param database
  *   the same of the database
  */
private[scaleup] final case class FindAllRun(result: Result, service: Double, database: Double) {
  private def serviceCores: Double = FindAllRun.serviceCores(result)

  /** Whether its cores limit the service, and those of the database this. */
  def isServiceBusy: Boolean = service >= FindAllRun.busy
  def isDatabaseBusy: Boolean = database >= FindAllRun.busy

  def throughput: Double = result.total.throughput

  /** CPU time of the service for a request, in milliseconds. */
  def serviceMs: Double = service * serviceCores / throughput * 1000

  def gainOver(other: FindAllRun): Double = throughput / other.throughput

  def rate: String = Numbers.rate(throughput)

  /** What both used of their cores. */
  def used: String =
    s"the service used ${Numbers.percent(service)} and the database ${Numbers.percent(database)} of its cores"
}

private[scaleup] object FindAllRun {

  /** What uses so much of its cores is limited by them: a quota is hardly ever used up, and the source calls a database
    * at 83 % the limit.
    */
  val busy = 0.8

  /** Nothing where the database's cores were not limited, or cores were not watched. A service that may use all of the
    * machine has no limit.
    */
  def of(result: Result): Option[FindAllRun] = for {
    databaseCores <- result.target.cpus.database
    service <- result.server.cpu.service
    database <- result.server.cpu.database
  } yield FindAllRun(
    result,
    service / serviceCores(result),
    database / databaseCores
  )

  private def serviceCores(result: Result): Double =
    result.target.serviceCores.getOrElse(result.machine.cpus.toDouble)
}
