package bottleneck.lab.figures.record

import bottleneck.lab.figures.target.{Balancer, Cache, CpuLimits}

/** Description of the target: Spring properties of each instance, database, limits in cores of each instance and of the
  * database, from the end of the warm-up on, load balancer and cache, if any.
  */
final case class TargetDescription(
    instances: Int,
    service: Map[String, String],
    database: Map[String, String],
    cpus: CpuLimits,
    balancer: Option[Balancer] = None,
    cache: Option[Cache] = None
) {

  /** CPU quota of all instances together, in cores; none if unlimited. */
  def serviceCores: Option[Double] = cpus.service.map(_ * instances)

  /** Connections that the pools of all instances may have, where a Spring property says so, those to readers included.
    */
  def connections: Option[Double] = {
    val sizes = Vector(TargetDescription.poolSize, TargetDescription.readerPoolSize).flatMap(service.get)
    Some(sizes.flatMap(_.toDoubleOption)).filter(_.nonEmpty).map(_.sum * instances)
  }
}

object TargetDescription {
  val threads = "server.tomcat.threads.max"
  val poolSize = "spring.datasource.hikari.maximum-pool-size"
  val readerPoolSize = "reader.datasource.maximum-pool-size"
}

/** Description of the load: closed; a burst of one request per user; a staircase, each level of which settles; or open,
  * with `perSecond` arrivals for `holdMs` and at most `users` at once; or closed, `inSlices`. `warmUpMs` is always 0:
  * times begin after it.
  */
final case class LoadDescription(
    users: Int,
    arrivalMs: Long,
    settleMs: Long,
    holdMs: Long,
    thinkMs: Long = 0,
    perSecond: Option[Double] = None,
    warmUpMs: Long = 0,
    inSlices: Boolean = false
)

/** Users who made a part of the target busy and whose requests are not measured, and when the first of them came, in
  * milliseconds since the run record's start.
  */
final case class Disturbance(users: Int, fromMs: Int)
