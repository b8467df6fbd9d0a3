package bottleneck.lab.figures.record

import bottleneck.lab.figures.record.BalancerRecord.{Forwarded, MarkedDown}
import bottleneck.lab.figures.statistics.Window
import bottleneck.lab.log.TemporaryFolder
import java.nio.charset.StandardCharsets.ISO_8859_1
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

  "A balancer" should "be read by instance: what it received, answered itself, and marked down" in {
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

class BalancerLogSpec extends AnyFlatSpec with Matchers with TemporaryFolder {

  /** Log as written by HAProxy 2.6.12. */
  private val logged =
    """$ /usr/sbin/haproxy -db -f logs/haproxy.cfg
      |[NOTICE]   (7480) : haproxy version is 2.6.12-1+deb12u4
      |2026-11-21T13:24:38.743524+00:00 request service-1 200 -- 501 ms
      |2026-11-21T22:24:40.645723+09:00 request service-2 504 sH 1502 ms
      |[WARNING]  (7480) : Server service/service-1 is DOWN, reason: Layer7 timeout, check duration: 402ms.
      |2026-11-21T13:24:45.196137+00:00 Server service/service-1 is DOWN, reason: Layer7 timeout, check duration: 402ms. 1 active and 0 backup servers left. 0 sessions active, 0 requeued, 0 remaining in queue.
      |2026-11-21T13:24:46.197636+00:00 Server service/service-1 is UP, reason: Layer7 check passed, code: 200, check duration: 0ms. 2 active and 0 backup servers online. 0 sessions requeued, 0 total in queue.
      |2026-11-21T13:24:52.205148+00:00 proxy service has no server available!
      |2026-11-21T13:24:53.919915+00:00 request <NOSRV> 503 SC 0 ms
      |2026-11-21T13:24:54.000000+00:00 request service-2 -1 CH 20 ms
      |""".stripMargin

  private def read(text: String): Vector[BalancerRecord] = {
    val log = Files.write(folder.resolve("haproxy.log"), text.getBytes(ISO_8859_1))
    BalancerLog.read(log)(Vector.empty[BalancerRecord])(_ :+ _).getOrElse(fail("nothing"))
  }

  private def isBalancersOwn(status: Int, ended: String): Boolean =
    Forwarded("service-1", 0, status, ended).isBalancersOwn

  "A log" should "tell when requests were received, and when instances were marked down" in {
    // 13:24:38.743 of that day, as GNU date tells it
    val end = 1795267478743L
    read(logged) shouldBe Vector(
      Forwarded("service-1", end - 501, 200, "--"),
      Forwarded("service-2", end + 1902 - 1502, 504, "sH"),
      MarkedDown("service-1", end + 6453),
      Forwarded("<NOSRV>", end + 15176, 503, "SC"),
      Forwarded("service-2", end + 15257 - 20, -1, "CH")
    )
  }

  it should "be read up to its last whole line wherever it is cut" in {
    val all = read(logged)
    val before = logged.linesIterator.toVector.dropRight(1).mkString("", "\n", "\n")
    (before.length until logged.length - 1).foreach(length => read(logged.take(length)) shouldBe all.init)
    read(logged.dropRight(1)) shouldBe all
  }

  it should "be read without its damaged lines" in {
    val damaged =
      "\u00ff\u0000\n2026-13-21T13:24:38+00:00 request service-1 200 -- 5 ms\nrequest service-1 200 -- 5 ms\n"
    read(damaged + logged + damaged) shouldBe read(logged)
  }

  "An answer" should "be the balancer's own where no instance gave it" in {
    Vector(504 -> "sH", 503 -> "SC", 503 -> "sC", 502 -> "SH", 502 -> "PH", 503 -> "sQ").foreach {
      case (status, ended) => withClue(ended)(isBalancersOwn(status, ended) shouldBe true)
    }
    Vector(500 -> "--", 503 -> "--", 500 -> "CD", 500 -> "SD", 200 -> "sD", 400 -> "CR", -1 -> "CH", 500 -> "cL")
      .foreach { case (status, ended) => withClue(ended)(isBalancersOwn(status, ended) shouldBe false) }
  }
}
