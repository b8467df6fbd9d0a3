package bottleneck.scaleup

import bottleneck.lab.model.Numbers
import bottleneck.lab.explain.record.Result

/** CPU utilisation in a run.
  *
  * @param service
  *   CPU utilisation of the service, 0 to 1
  * @param database
  *   the same of the database
  */
private[scaleup] final case class FindAllRun(result: Result, service: Double, database: Double) {
  private def serviceCores: Double = FindAllRun.serviceCores(result)

  /** True if the CPU quota limits the service or the database. */
  def isServiceBusy: Boolean = service >= FindAllRun.busy
  def isDatabaseBusy: Boolean = database >= FindAllRun.busy

  def throughput: Double = result.total.throughput

  /** CPU time of the service for a request, in milliseconds. */
  def serviceMs: Double = service * serviceCores / throughput * 1000

  def gainOver(other: FindAllRun): Double = throughput / other.throughput

  def rate: String = Numbers.rate(throughput)

  /** CPU utilisation of both parts. */
  def used: String =
    s"the service used ${Numbers.percent(service)} and the database ${Numbers.percent(database)} of its cores"
}

private[scaleup] object FindAllRun {

  /** CPU utilisation that counts as the limit: a quota is hardly ever used up, and the source calls 83 % the limit. */
  val busy = 0.8

  /** CPU utilisation of a run; none without a quota of the database or without CPU metrics. */
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
