package bottleneck.lab.parts.balancer

import bottleneck.lab.figures.target.{Balancer, HealthCheck, Policy}
import bottleneck.lab.parts.Children
import bottleneck.lab.parts.host.Executable
import java.net.URI
import java.nio.file.{Files, Path}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._

class HaProxyConfigurationSpec extends AnyFlatSpec with Matchers with Children {
  private val check = HealthCheck("/health?of=#1", interval = 2.seconds, timeout = 500.millis, fall = 3, rise = 2)

  private def lines(check: HealthCheck): Vector[String] = {
    val instances = Vector(15001, 15002).map(port => new URI(s"http://127.0.0.1:$port"))
    val balancer = Balancer(Policy.LeastConnections, check, 60.seconds)
    HaProxy.configuration(balancer, new URI("http://127.0.0.1:15000"), instances).linesIterator.map(_.trim).toVector
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

  /** A folder with a program that says something. */
  private def installed(name: String, says: String): Path =
    program(s"$name/haproxy", s"[ $$1 = -v ] && echo '$says'").getParent

  "HAProxy" should "be the first program that tells its version, of old and new ones" in {
    val empty = Files.createDirectories(folder.resolve("empty"))
    val other = installed("other", "what?")
    val old = installed("old", "HA-Proxy version 2.0.29-0ubuntu1 2022/08/18 - https://haproxy.org/")
    val recent = installed("new", "HAProxy version 3.2.1 2026/06/10 - https://haproxy.org/")
    HaProxyProgram.in(Vector(empty, other, recent, old)) shouldBe
      Some(Executable(recent.resolve("haproxy"), "3.2.1"))
    HaProxyProgram.in(Vector(old, recent)).map(_.version) shouldBe Some("2.0.29-0ubuntu1")
  }
}
