package bottleneck.lab.explain.reading

import bottleneck.lab.explain.statistics.{MadeLog, WholeRun}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class GlobalStatsSpec extends AnyFlatSpec with Matchers {
  private def stats(times: Int*)(failed: Int*): ujson.Value = {
    val collector = new WholeRun.Collector
    times.foreach(ms => collector.add(MadeLog.request(0, ms)))
    failed.foreach(ms => collector.add(MadeLog.request(0, ms, "failed")))
    ujson.read(GlobalStats.render(collector.wholeRun))
  }

  private def numbers(stats: ujson.Value, name: String): (Double, Double, Double) =
    (stats(name)("total").num, stats(name)("ok").num, stats(name)("ko").num)

  "The global statistics" should "have Gatling's numbers under Gatling's names" in {
    val all = stats(100, 800, 1199, 1200)(2000)
    numbers(all, "numberOfRequests") shouldBe ((5.0, 4.0, 1.0))
    numbers(all, "minResponseTime") shouldBe ((100.0, 100.0, 2000.0))
    numbers(all, "maxResponseTime") shouldBe ((2000.0, 1200.0, 2000.0))
    numbers(all, "meanResponseTime") shouldBe ((1060.0, 825.0, 2000.0))
    // by hand: the mean is 824.75, and sqrt of the mean of (724.75, 24.75, 374.25, 375.25)² is 449.1
    numbers(all, "standardDeviation")._2 shouldBe 449
    numbers(all, "percentiles1") shouldBe ((1199.0, 800.0, 2000.0))
    numbers(all, "percentiles4") shouldBe ((2000.0, 1200.0, 2000.0))
    numbers(all, "meanNumberOfRequestsPerSecond") shouldBe ((2.5, 2.0, 0.5))
  }

  they should "count the groups by Gatling's bounds" in {
    val all = stats(100, 799, 800, 1199, 1200)(50, 2000, 3000)
    (1 to 4).map(n => all(s"group$n")("count").num) shouldBe Vector(2, 2, 1, 3)
    (1 to 4).map(n => all(s"group$n")("percentage").num) shouldBe Vector(25.0, 25.0, 12.5, 37.5)
  }

  they should "be zeros where there is nothing, as Jenkins reads numbers" in {
    numbers(stats()(), "percentiles3") shouldBe ((0.0, 0.0, 0.0))
    (1 to 4).map(n => stats(5)()(s"group$n")("count").num) shouldBe Vector(1, 0, 0, 0)
    stats()(7)("group4")("percentage").num shouldBe 100
  }
}
