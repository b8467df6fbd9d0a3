package bottleneck.lab.explain.statistics

import bottleneck.lab.explain.log.LogRecord.Request
import bottleneck.lab.explain.theory.WaitingLine
import bottleneck.lab.TemporaryFolder
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._
import scala.util.Random

class ServiceOrderSpec extends AnyFlatSpec with Matchers with TemporaryFolder {
  private val window = Window(0, 60000)

  // 10 of 12 users wait for one of 2 threads that hold a request for 0.5 to 1.5 s: 5 s in order
  private val line = WaitingLine(users = 12, servers = 2, 500.millis, 1500.millis)

  private def request(start: Int, end: Int, ok: Boolean = true): Request =
    Request(Vector.empty, "GET /", start, end, ok, if (ok) "" else "late")

  private def collected(requests: Vector[Request], line: WaitingLine = line): Option[ServiceOrder] = {
    val collector = new ServiceOrder.Collector(window, line)
    requests.foreach(collector.add)
    requests.foreach(collector.addAgain)
    collector.order
  }

  private def order(requests: Request*): ServiceOrder = collected(requests.toVector).getOrElse(fail("no requests"))

  /** What each is of all requests, by definition; sent in one bucket is sent together. */
  private def overtaking(requests: Vector[Request], slackMs: Int): Double = {
    val answered = requests.filter(request => request.ok && window.contains(request.end))
    def isEarlier(one: Request, other: Request): Boolean = one.start / 10 < other.start / 10
    val overtook = answered.count(request =>
      answered.exists(other => isEarlier(other, request) && other.end - slackMs > request.end)
    )
    overtook / math.max(1, answered.size).toDouble
  }

  private def sent(requests: Vector[Request]): Vector[Sent] =
    requests.groupBy(_.start / 1000).toVector.sortBy(_._1).map { case (second, sent) =>
      val times = sent.filter(_.ok).map(request => request.end - request.start).sorted
      val failed = sent.size - times.size
      Sent(
        second,
        times.size.toLong,
        failed.toLong,
        times.headOption,
        times.lift((times.size - 1) / 2),
        times.lastOption,
        if (failed > 0) Map("late" -> failed.toLong) else Map.empty
      )
    }

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
      Sent(1, ok = 0, ko = 1, None, None, None, Map("late" -> 1L))
    )
    seen.overtook shouldBe 0
  }

  "Any requests" should "have overtaken as many as comparing each with each gives" in
    (1 to 200).foreach { seed =>
      val random = new Random(seed)
      val narrow = WaitingLine(users = 12, servers = 2, 500.millis, (501 + random.nextInt(400)).millis)
      val requests = Vector
        .fill(1 + random.nextInt(150)) {
          val start = random.nextInt(if (random.nextBoolean()) 300 else 70000)
          request(start, start + random.nextInt(2000), ok = random.nextInt(5) > 0)
        }
        // as a log is written: in the order of ends, but for some milliseconds
        .sortBy(_.end + random.nextInt(8))
      val seen = collected(requests, narrow)
      seen.map(_.overtook) shouldBe Some(overtaking(requests, (narrow.most - narrow.least).toMillis.toInt))
      // up to 2047 ms three digits tell every millisecond apart
      seen.map(_.sent) shouldBe Some(sent(requests))
    }

  "Requests of the same ten milliseconds" should "not have overtaken one another" in {
    order(request(1000, 9002), request(1009, 8000)).overtook shouldBe 0
    order(request(1009, 9002), request(1010, 8000)).overtook shouldBe 0.5
  }

  "Requests that all failed, or ended at the window's end" should "have overtaken nobody" in {
    order(request(0, 50000, ok = false), request(2000, 9000, ok = false)).overtook shouldBe 0
    order(request(0, 60000), request(2000, 9000)).overtook shouldBe 0
    order(request(0, 59999), request(2000, 9000)).overtook shouldBe 0.5
  }

  "The median of long response times" should "be right to three digits, and never above the longest" in {
    val times = Vector(30001, 40003, 50009)
    order(times.map(ms => request(100, 100 + ms)): _*).sent.map(_.p50Ms) match {
      case Vector(Some(p50)) => p50.toDouble shouldBe 40003.0 +- 40
      case other => fail(s"$other")
    }
    order(request(0, 50009)).sent shouldBe Vector(Sent(0, 1, 0, Some(50009), Some(50009), Some(50009)))
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
