package bottleneck.lab.explain.stats

import bottleneck.lab.TemporaryFolder
import bottleneck.lab.explain.log.LogRecord.Request
import bottleneck.lab.explain.theory.WaitingLine
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._

class ServiceOrderSpec extends AnyFlatSpec with Matchers with TemporaryFolder {
  private val window = Window(0, 60000)

  // 10 of 12 users wait for one of 2 threads that hold a request for 0.5 to 1.5 s: 5 s in order
  private val line = WaitingLine(users = 12, servers = 2, 500.millis, 1500.millis)

  private def request(start: Int, end: Int, ok: Boolean = true): Request =
    Request(Vector.empty, "GET /", start, end, ok, if (ok) "" else "late")

  private def order(requests: Request*): ServiceOrder = ServiceOrder.of(requests.toVector, window, line)

  "Requests in order" should "have overtaken nobody" in {
    val inOrder = order((0 until 10).map(n => request(n * 500, n * 500 + 6000)): _*)
    inOrder.overtook shouldBe 0
    inOrder.atOnce shouldBe Some(0)
    inOrder.slowestMs shouldBe line.slowest(0, window.length).toMillis
    inOrder.slowestInOrderMs shouldBe inOrder.slowestMs
  }

  "A request that was done before service times explain it" should "have overtaken" in {
    // sent later and done 1000 ms earlier can be chance, 1001 ms cannot
    order(request(0, 9000), request(1000, 8000)).overtook shouldBe 0
    val seen = order(request(0, 9001), request(1000, 8000))
    seen.overtook shouldBe 0.5
    seen.atOnce shouldBe Some(0)
  }

  "Requests that take less than the wait" should "have been served at once, and lengthen the line of the others" in {
    val seen = order(Vector.fill(3)(request(0, 6000)) :+ request(1000, 2000): _*)
    seen.atOnce shouldBe Some(0.25)
    seen.slowestInOrderMs shouldBe line.slowest(0, window.length).toMillis
    seen.slowestMs shouldBe line.slowest(0.25, window.length).toMillis
    seen.slowestMs should be > seen.slowestInOrderMs
  }

  "A wait that was shorter by chance" should "not have been served at once" in {
    order(request(0, 4500), request(500, 5400)).atOnce shouldBe Some(0)
  }

  "Requests" should "be told by when they were sent, failed and outside of the window too" in {
    val seen = order(request(100, 700), request(900, 1300), request(999, 61000), request(1000, 1900, ok = false))
    seen.sent shouldBe Vector(
      Sent(0, ok = 3, ko = 0, Some(400), Some(600), Some(60001)),
      Sent(1, ok = 0, ko = 1, None, None, None)
    )
    seen.overtook shouldBe 0
  }

  "A log" should "be read for it, and one without requests tell nothing" in {
    val log = folder.resolve("simulation.log")
    def read(): Option[ServiceOrder] = ServiceOrder.read(log, window, line).fold(error => fail(error.message), identity)
    // five users send three in 20 s, the others two
    MadeLog.write(log, MadeLog.closed(users = 12, ms = 20000)(_ => 6000))
    read().map(order => order.overtook -> order.sent.map(_.ok).sum) shouldBe Some(0.0 -> 29L)
    MadeLog.write(log, Vector.empty)
    read() shouldBe None
  }
}
