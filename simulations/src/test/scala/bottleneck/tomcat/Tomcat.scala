package bottleneck.tomcat

import bottleneck.Dsl._
import bottleneck.lab.figures.theory.SizingFormulas

/** One instance of a service without a database, and what its connector allows. */
private[tomcat] final case class TomcatSetting(
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
  )

  def computing(work: Computing): Target = service(properties + (Computing.property -> Computing.text(work.time)))
    .copy(atFullScale = Map(Computing.property -> Computing.text(work.full)))

  def sleeping: Target = service(properties).copy(jvm = ServiceProperties.sleepers)
}

/** Advice on the listen queue, for every page. */
private[bottleneck] object ListenQueue {
  private val exampleRate = 1000.0
  private val examplePause = 200.millis

  val rule: String =
    "accept-count: the connections that may arrive while the service accepts none, so arrivals per second × its longest pause (a garbage collection, or busy cores). " +
      s"${Numbers.count(exampleRate)}/s and ${examplePause.toMillis} ms are ${SizingFormulas.acceptCount(exampleRate, examplePause)}; Tomcat's 100 is seldom too many."
}
