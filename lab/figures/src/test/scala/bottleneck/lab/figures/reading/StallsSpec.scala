package bottleneck.lab.figures.reading

import bottleneck.lab.figures.statistics.Window
import bottleneck.lab.log.LogRecord.Request
import bottleneck.lab.log.MadeLog.request
import bottleneck.lab.log.{LogRecord, Slow}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.util.Random

class StallsSpec extends AnyFlatSpec with Matchers {
  private def longest(window: Window)(records: LogRecord*): Map[String, Int] = {
    val collector = new Stalls.Collector(window)
    records.foreach(collector.add)
    collector.longest
  }

  private def ofAll(window: Window)(records: LogRecord*): Int = longest(window)(records: _*)("GET /")

  "A stall" should "be the longest time between answers while somebody waits" in {
    ofAll(Window(0, 9000))(request(0, 400), request(400, 500), request(500, 2700), request(2700, 3000)) shouldBe 2200
    // two who wait beside each other: no answer from 300 to 1900
    ofAll(Window(0, 9000))(request(100, 300), request(200, 1900), request(300, 2000)) shouldBe 1600
  }

  it should "not be a time in which nobody waits" in {
    ofAll(Window(0, 9000))(request(0, 100), request(5000, 5200), request(8000, 8050)) shouldBe 200
  }

  it should "go on over failures, which are no answers" in {
    ofAll(Window(0, 9000))(request(0, 100), request(100, 900, "refused"), request(900, 1500)) shouldBe 1400
    ofAll(Window(0, 9000))(request(0, 3000, "refused")) shouldBe 3000
  }

  it should "go on over a pause of less than 10 ms, and end at one of 20 ms" in {
    def failing(pause: Int): Vector[LogRecord] =
      Vector.tabulate(50)(n => request(n * (90 + pause), n * (90 + pause) + 90, "refused"))
    ofAll(Window(0, 9000))(failing(pause = 9): _*) shouldBe 49 * 99 + 90 +- 19
    ofAll(Window(0, 9000))(failing(pause = 20): _*) shouldBe 90 +- 19
  }

  it should "be what each bucket by itself says, in any log and any order" in
    (1 to 300).foreach { seed =>
      val random = new Random(seed)
      val from = random.nextInt(300)
      val window = Window(from, from + 1 + random.nextInt(3000))
      val requests = made(random)
      val seen = longest(window)(random.shuffle(requests): _*)
      val touching = requests.filter(request => request.end >= window.fromMs && request.start < window.toMs)
      seen shouldBe touching.groupBy(_.name).view.mapValues(by(Stalls.resolutionMs, window, _)).toMap
    }

  it should "be what each millisecond says to less than two buckets, where nobody pauses for less than that" taggedAs Slow in
    (1 to 300).foreach { seed =>
      val random = new Random(seed)
      val window = Window(random.nextInt(500), 2000 + random.nextInt(2000))
      // one after another, with pauses of none or of two buckets and more
      val requests = Iterator
        .iterate(request(0, random.nextInt(300))) { last =>
          val start = last.end + (if (random.nextInt(4) == 0) 20 + random.nextInt(200) else 0)
          request(start, start + random.nextInt(300), if (random.nextBoolean()) "refused" else "")
        }
        .takeWhile(_.end < 4000)
        .toVector
      val exact = by(1, window, requests)
      val seen = ofAll(window)(requests: _*)
      seen should (be > exact - Stalls.resolutionMs and be < exact + 2 * Stalls.resolutionMs)
    }

  private def made(random: Random): Vector[Request] = Vector
    .fill(1 + random.nextInt(60)) {
      val start = random.nextInt(3000)
      val end = start + random.nextInt(if (random.nextInt(10) == 0) 1500 else 60)
      request(start, end, if (random.nextInt(3) == 0) "refused" else "", s"GET /${random.nextInt(2)}")
    }
    .sortBy(_.end)

  /** Longest stall by definition, at a resolution in ms. */
  private def by(resolution: Int, window: Window, requests: Vector[Request]): Int = {
    def bucket(ms: Int): Int = Math.floorDiv(ms - window.fromMs, resolution)
    val buckets = 0 to bucket(window.toMs - 1)
    val waiting = buckets.map(n =>
      requests.exists(request =>
        request.start < request.end && bucket(request.start) <= n && n <= bucket(request.end - 1)
      )
    )
    val answered = buckets.map(n =>
      requests.exists(request => request.ok && window.contains(request.end) && bucket(request.end) == n)
    )
    val stalls =
      for { first <- buckets } yield buckets.drop(first).takeWhile(n => waiting(n) && (n == first || !answered(n))).size
    math.min(stalls.max * resolution, window.toMs - window.fromMs)
  }
}
