package bottleneck.lab.explain.statistics

import bottleneck.lab.statistics.Window
import bottleneck.lab.log.LogRecord._
import bottleneck.lab.log.{GoldenLogs, LogReader}
import java.nio.file.Files
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.util.Random

class MeasurementSpec extends AnyFlatSpec with Matchers with GoldenLogs {
  private def measure(window: Window)(requests: Request*): Measurement = {
    val collector = new Measurement.Collector(window)
    requests.foreach(collector.add)
    collector.measurement
  }

  private def request(name: String, start: Int, end: Int, error: String = ""): Request =
    MadeLog.request(start, end, error, name)

  "A measurement" should "be of what ends in the window, its end excluded" in {
    val measured = measure(Window(1000, 3000))(
      request("a", 0, 999),
      request("a", 0, 1000),
      request("b", 2990, 2999),
      request("b", 2990, 3000)
    )
    measured.total.ok shouldBe 2
    measured.total.throughput shouldBe 1.0
    measured.total.failedLatencyMs shouldBe None
    measured.requests.view.mapValues(_.ok).toMap shouldBe Map("a" -> 1, "b" -> 1)
  }

  it should "have nearest-rank percentiles of OK responses" in {
    // 1 … 1000 ms: by nearest rank the p-th percentile of 1000 values is the (10 · p)-th
    val measured =
      measure(Window(0, 10000))((1 to 1000).map(ms => request("a", 0, ms)) :+ request("a", 0, 9000, "late"): _*)
    measured.total.latencyMs shouldBe Some(Latency(1, 500.5, 500, 750, 950, 990, 999, 1000))
  }

  it should "count failures by message, and tell how long they took" in {
    val measured = measure(Window(0, 10))(
      request("a", 0, 1, "x"),
      request("a", 0, 3, "x"),
      request("b", 0, 8, "y"),
      request("b", 0, 9)
    )
    val failed = Some(Latency(1, 4.0, 3, 8, 8, 8, 8, 8))
    measured.total shouldBe
      Outcome(1, 3, 100.0, Some(Latency(9, 9.0, 9, 9, 9, 9, 9, 9)), Map("x" -> 2, "y" -> 1), failed)
    measured.requests("a").failedLatencyMs.map(_.max) shouldBe Some(3)
  }

  it should "equal that of another implementation on a real log" in {
    Files.write(log, withoutIndex)
    val collector = new Measurement.Collector(Window(7000, 25000))
    LogReader.read(log)(collector.add).isRight shouldBe true
    val total = collector.measurement.total
    total.ok shouldBe 1056
    total.throughput shouldBe 58.6667 +- 0.0001
    total.latencyMs.map(_.copy(mean = 0)) shouldBe Some(Latency(50, 0, 263, 298, 430, 528, 847, 891))
    total.latencyMs.map(_.mean).getOrElse(0.0) shouldBe 265.68655 +- 0.00001
  }

  it should "be as exact by name as in total, whatever the response times" in {
    val random = new Random(5)
    // some of more than 262 s, of which no histogram here tells every millisecond
    val longest = Vector(100, 5000, 70000, 600000, 7 * 24 * 3600 * 1000)
    longest.foreach { most =>
      val measured = measure(Window(0, Int.MaxValue))(
        Vector.fill(3000)(request("a", 0, random.nextInt(most), if (random.nextInt(3) == 0) "late" else "")): _*
      )
      measured.requests shouldBe Map("a" -> measured.total)
      measured.total.latencyMs.isDefined && measured.total.failedLatencyMs.isDefined shouldBe true
    }
  }

  it should "keep a bounded number of messages, and count the others together" in {
    val different = ErrorCounts.most + 500
    val requests = (0 until different).map(n => request("a", 0, 1, s"found $n"))
    val errors = measure(Window(0, 10))(requests ++ requests.take(10): _*).total.errors
    errors.size shouldBe ErrorCounts.most + 1
    errors("found 0") shouldBe 2
    errors(s"found ${ErrorCounts.most - 1}") shouldBe 1
    errors(ErrorCounts.others) shouldBe 500
    errors.values.sum shouldBe different + 10
  }
}
