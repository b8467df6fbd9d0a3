package bottleneck.lab.figures

import bottleneck.lab.figures.statistics.ExactCounts
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class GatlingFiguresSpec extends AnyFlatSpec with Matchers {

  private def counts(times: Seq[Int]): ExactCounts = {
    val counts = new ExactCounts
    times.foreach(counts.add)
    counts
  }

  private def figures(times: Int*)(failed: Int*): ujson.Obj =
    new GatlingFigures(counts(times), counts(failed), seconds = 2).json("all")

  private def numbers(figures: ujson.Obj, name: String): (Double, Double, Double) =
    (figures(name)("total").num, figures(name)("ok").num, figures(name)("ko").num)

  "Figures" should "be Gatling's under Gatling's names" in {
    val all = figures(100, 800, 1199, 1200)(2000)
    numbers(all, "numberOfRequests") shouldBe ((5.0, 4.0, 1.0))
    numbers(all, "meanResponseTime") shouldBe ((1060.0, 825.0, 2000.0))
    // by hand: the mean is 824.75, and sqrt of the mean of (724.75, 24.75, 374.25, 375.25)² is 449.1
    numbers(all, "standardDeviation")._2 shouldBe 449
    numbers(all, "percentiles1") shouldBe ((1199.0, 800.0, 2000.0))
    numbers(all, "meanNumberOfRequestsPerSecond") shouldBe ((2.5, 2.0, 0.5))
  }

  they should "count the groups by Gatling's bounds" in {
    val all = figures(100, 799, 800, 1199, 1200)(50, 2000, 3000)
    (1 to 4).map(n => all(s"group$n")("count").num) shouldBe Vector(2, 2, 1, 3)
    (1 to 4).map(n => all(s"group$n")("percentage").num) shouldBe Vector(25.0, 25.0, 12.5, 37.5)
  }

  they should "be zeros where there is nothing, as Jenkins reads numbers" in {
    numbers(figures()(), "percentiles3") shouldBe ((0.0, 0.0, 0.0))
    figures()(7)("group4")("percentage").num shouldBe 100
  }
}
