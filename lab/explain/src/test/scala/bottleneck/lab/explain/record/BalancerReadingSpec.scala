package bottleneck.lab.explain.record

import bottleneck.lab.statistics.Window
import bottleneck.lab.TemporaryFolder
import java.nio.file.Files
import java.time.Instant
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class BalancerReadingSpec extends AnyFlatSpec with Matchers with TemporaryFolder {
  private val start = 1795267478000L

  private def at(ms: Int): String = Instant.ofEpochMilli(start + ms).toString.replace("Z", "+00:00")

  private def request(receivedMs: Int, activeMs: Int, became: String): String =
    s"${at(receivedMs + activeMs)} request $became $activeMs ms"

  private def read(lines: String*): Option[BalancerReading] = {
    val log = Files.writeString(folder.resolve("haproxy.log"), lines.mkString("", "\n", "\n"))
    BalancerReading.read(log, start, Window(5000, 10000))
  }

  "A balancer" should "be told by instance: what it received, answered itself, and marked down" in {
    read(
      request(-300, 5, "service-1 200 --"),
      request(0, 10, "service-1 200 --"),
      request(4999, 900, "service-2 200 --"),
      request(7000, 10, "service-1 500 --"),
      request(5000, 3000, "service-1 504 sH"),
      s"${at(8100)} Server service/service-1 is DOWN, reason: Layer7 timeout",
      s"${at(9100)} Server service/service-1 is UP, reason: Layer7 check passed",
      s"${at(9900)} Server service/service-1 is DOWN, reason: Layer7 timeout",
      s"${at(9950)} Server service/service-10 is DOWN, reason: Layer7 timeout",
      request(9999, 0, "<NOSRV> 503 SC"),
      request(10000, 0, "<NOSRV> 503 SC")
    ) shouldBe Some(
      BalancerReading(
        Vector(
          BalancedServer("service-1", requests = 3, inWindow = 2, failed = 1, Some(7000), downAtMs = Some(8100)),
          BalancedServer("service-2", requests = 1, inWindow = 0, failed = 0, Some(4999), downAtMs = None),
          BalancedServer("service-10", requests = 0, inWindow = 0, failed = 0, None, downAtMs = Some(9950)),
          BalancedServer("<NOSRV>", requests = 2, inWindow = 1, failed = 2, Some(10000), downAtMs = None)
        )
      )
    )
  }

  it should "have nothing to tell of a run without one" in {
    BalancerReading.read(folder.resolve("haproxy.log"), start, Window(0, 1)) shouldBe None
    read() shouldBe Some(BalancerReading(Vector.empty))
  }
}
