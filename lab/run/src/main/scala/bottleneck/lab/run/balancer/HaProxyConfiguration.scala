package bottleneck.lab.run.balancer

import bottleneck.lab.run.host.OpenFiles
import bottleneck.lab.target.Balancer
import java.net.URI
import scala.concurrent.duration._

/** The configuration file of an HAProxy that listens at `url`. */
private[balancer] final case class HaProxyConfiguration(balancer: Balancer, url: URI, instances: Vector[URI]) {
  import HaProxyConfiguration._

  private val check = balancer.healthCheck

  /** HAProxy 2.6 waits for an answer to a check no shorter than for its connection, so one timeout is that of both. And
    * it counts the time to the next check from the end of one that failed.
    */
  def render: String =
    s"""global
       |  maxconn $maxConnections
       |  nbthread 1
       |  log stdout len 512 format iso local0
       |
       |listen service
       |  mode http
       |  bind ${place(url)}
       |  balance ${balancer.policy.name}
       |  log global
       |  option dontlognull
       |  log-format "request %s %ST %ts %Ta ms"
       |  retries ${balancer.retries}
       |  timeout connect ${millis(check.timeout)}
       |  timeout client ${millis(clientTimeout)}
       |  timeout server ${millis(balancer.serverTimeout)}
       |  timeout check ${millis(check.timeout)}
       |  option httpchk GET '${check.path}'
       |  http-check expect status 200
       |${instances.zipWithIndex.map { case (instance, n) => server(instance, n + 1) }.mkString("\n")}
       |""".stripMargin

  private def server(instance: URI, n: Int): String = {
    val untilNext = (check.interval - check.timeout).max(1.milli)
    s"  server service-$n ${place(instance)} check inter ${millis(check.interval)} fastinter ${millis(untilNext)} " +
      s"fall ${check.fall} rise ${check.rise}"
  }
}

private[balancer] object HaProxyConfiguration {
  private val mostConnections = 20000L
  private val spareFiles = 300L

  /** Longer than Gatling keeps a connection that no request uses. */
  private val clientTimeout = 120.seconds

  /** Of users: each may have another to an instance. */
  private def maxConnections: Long =
    OpenFiles.limit.fold(mostConnections)(limit => math.max(1, math.min(mostConnections, (limit - spareFiles) / 2)))

  private def place(url: URI): String = s"${url.getHost}:${url.getPort}"

  private def millis(time: FiniteDuration): String = s"${time.toMillis}ms"
}
