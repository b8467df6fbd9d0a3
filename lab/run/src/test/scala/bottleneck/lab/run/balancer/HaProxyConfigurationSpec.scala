package bottleneck.lab.run.balancer

import bottleneck.lab.target.{Balancer, HealthCheck, Policy}
import java.net.URI
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._

class HaProxyConfigurationSpec extends AnyFlatSpec with Matchers {
  private val check = HealthCheck("/health?of=#1", interval = 2.seconds, timeout = 500.millis, fall = 3, rise = 2)

  private def lines(check: HealthCheck): Vector[String] = {
    val instances = Vector(15001, 15002).map(port => new URI(s"http://127.0.0.1:$port"))
    HaProxyConfiguration(
      Balancer(Policy.LeastConnections, check, 60.seconds),
      new URI("http://127.0.0.1:15000"),
      instances
    ).render.linesIterator.map(_.trim).toVector
  }

  "The configuration" should "have every instance with its checks" in {
    lines(check) should contain allOf (
      "bind 127.0.0.1:15000",
      "balance leastconn",
      "timeout server 60000ms",
      "timeout check 500ms",
      "option httpchk GET '/health?of=#1'",
      "server service-1 127.0.0.1:15001 check inter 2000ms fastinter 1500ms fall 3 rise 2",
      "server service-2 127.0.0.1:15002 check inter 2000ms fastinter 1500ms fall 3 rise 2"
    )
  }

  it should "allow no more users than the system allows sockets for" in {
    val most = lines(check).collectFirst { case s"maxconn $most" => most.toInt }.getOrElse(0)
    most should (be > 0 and be <= 20000)
  }
}
