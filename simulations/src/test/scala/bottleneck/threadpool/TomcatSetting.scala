package bottleneck.threadpool

import bottleneck.ServiceProperties
import bottleneck.lab.target.Target

/** One instance of a service without a database, and what its connector allows. */
private[threadpool] final case class TomcatSetting(
    threads: Int,
    spareThreads: Int = 10,
    maxConnections: Int = 8192,
    acceptCount: Int = 100
) {
  private def properties: Map[String, String] = Map(
    ServiceProperties.threads -> threads.toString,
    ServiceProperties.spareThreads -> spareThreads.toString,
    ServiceProperties.maxConnections -> maxConnections.toString,
    ServiceProperties.acceptCount -> acceptCount.toString
  ) ++ ServiceProperties.withoutDatabase

  /** Target for requests that compute. */
  def computing(work: Computing): Target = Target(
    instances = 1,
    properties + (Computing.property -> Computing.text(work.time)),
    database = None,
    jvm = ServiceProperties.warmSooner,
    atFullScale = Map(Computing.property -> Computing.text(work.full)),
    training = ServiceProperties.training
  )

  /** Target for requests that sleep. */
  def sleeping: Target =
    Target(
      instances = 1,
      properties,
      database = None,
      jvm = ServiceProperties.sleepers,
      training = ServiceProperties.training
    )
}
