package bottleneck.scaleup

import bottleneck.lab.explain.report.Numbers
import bottleneck.lab.explain.result.Result

/** A run by the cores that its parts had.
  *
  * @param service
  *   the share of its cores that the service used
  * @param database
  *   the same of the database
  */
private[scaleup] final case class FindAllRun(result: Result, service: Double, database: Double) {

  /** Whether its cores limit the service, and those of the database this. */
  def isServiceBusy: Boolean = service >= FindAllRun.busy
  def isDatabaseBusy: Boolean = database >= FindAllRun.busy

  def throughput: Double = result.total.throughput

  def gainOver(other: FindAllRun): Double = throughput / other.throughput

  def rate: String = Numbers.rate(throughput)

  /** What both used of their cores. */
  def used: String =
    s"the service used ${Numbers.percent(service)} and the database ${Numbers.percent(database)} of its cores"
}

private[scaleup] object FindAllRun {

  /** What uses so much of its cores is limited by them: a quota is hardly ever used up. */
  val busy = 0.9

  /** Nothing where cores were not limited or not watched. */
  def of(result: Result): Option[FindAllRun] = for {
    serviceCores <- result.target.cpus.service
    databaseCores <- result.target.cpus.database
    service <- result.server.cpu.service
    database <- result.server.cpu.database
  } yield FindAllRun(result, service / serviceCores / math.max(1, result.target.instances), database / databaseCores)
}
