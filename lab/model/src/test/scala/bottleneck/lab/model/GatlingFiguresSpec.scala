package bottleneck.lab.model

import bottleneck.lab.statistics.ExactCounts
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

/** All else is compared with Gatling's own files, by GatlingStatsSpec. */
class GatlingFiguresSpec extends AnyFlatSpec with Matchers {
  private def figures(times: Int*)(failed: Int*): ujson.Obj = {
    val Vector(ok, ko) = Vector(times, failed).map { all =>
      val counts = new ExactCounts
      all.foreach(counts.add)
      counts
    }: @unchecked
    new GatlingFigures(ok, ko, seconds = 2).json("all")
  }

  "Figures" should "count the groups by Gatling's bounds" in {
    val all = figures(100, 799, 800, 1199, 1200)(50, 2000, 3000)
    (1 to 4).map(n => all(s"group$n")("count").num) shouldBe Vector(2, 2, 1, 3)
    (1 to 4).map(n => all(s"group$n")("percentage").num) shouldBe Vector(25.0, 25.0, 12.5, 37.5)
  }

  they should "be zeros where there is nothing, as Jenkins reads numbers" in {
    figures()()("percentiles3") shouldBe ujson.Obj("total" -> 0, "ok" -> 0, "ko" -> 0)
    figures()(7)("group4")("percentage").num shouldBe 100
  }
}
