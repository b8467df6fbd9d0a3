package bottleneck.lab.explain.stats

import bottleneck.lab.explain.log.LogRecord
import bottleneck.lab.explain.stats.MadeLog.request
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

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

  it should "be told of each name by itself" in {
    longest(Window(0, 9000))(
      request(0, 100, name = "PUT /"),
      request(0, 100),
      request(100, 200),
      request(100, 4100, name = "PUT /")
    ) shouldBe Map("GET /" -> 100, "PUT /" -> 4000)
  }

  it should "be cut to the window, whose ends are no answers" in {
    ofAll(Window(1000, 3000))(request(0, 1700), request(1700, 2100), request(2100, 9000)) shouldBe 900
    ofAll(Window(1000, 3000))(request(0, 9000)) shouldBe 2000
    longest(Window(1000, 3000))(request(0, 999), request(3000, 4000)) shouldBe empty
  }

  it should "be found in a window without an end" in {
    ofAll(Window(0, Int.MaxValue))(request(0, 100), request(100, 70000)) shouldBe 69900
  }
}
