package bottleneck.lab.explain.page

import bottleneck.lab.explain.page.ExamplePools.variant
import bottleneck.lab.explain.record.Result
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class StaircaseChartsSpec extends AnyFlatSpec with Matchers {
  private val half = ExampleStairs.run("half a core", 160)
  private val one = ExampleStairs.run("1 core", 320, 1)

  private def charts(results: Result*): Vector[Markup] =
    StaircaseCharts.of(results.toVector.map(variant)).map(chart => Markup.of(chart.render))

  "A staircase" should "be drawn over its users, with the level where it saturates" in {
    val throughput = charts(half).head.texts("desc").head
    throughput should include("half a core: 1: 50, 2: 100, 4: 160, 8: 160")
    throughput should endWith("saturation: 4: 160.")
  }

  it should "be drawn by response time, with the SLO and the level that it sustains" in {
    val latency = charts(half)(1).texts("desc").head
    latency should include("SLO, 500")
    latency should endWith("sustained: 64: 440.")
  }

  "Several" should "share a pair of charts" in {
    val both = charts(half, one)
    both should have size 2
    both.head.texts("desc").head should (include("half a core: ") and include("1 core: ") and endWith(
      "saturation: 4: 160, 8: 320."
    ))
    both.head.elements("path", "knee").size shouldBe 3
  }

  "More than four" should "not share one pair" in {
    charts((1 to 5).map(n => ExampleStairs.run(s"$n", 160, n)): _*) should have size 4
  }

  "A disturbed run" should "be named so" in {
    charts(ExampleResults.objected(half, "little", "no"))(0).texts("desc").head should include(
      "half a core, disturbed run"
    )
  }

  "Other loads" should "not be drawn" in {
    charts(ExampleResults.oneInstance) shouldBe empty
  }

  "The table" should "have every level, and mark the knee" in {
    val table = Markup.of(StaircaseTable.of(Vector(variant(half))).head.render)
    table.texts("th").filter(_.endsWith("saturation")) shouldBe Vector("4saturation")
    table.texts("th").filter(_.endsWith("sustained")) shouldBe Vector("64sustained")
    table.texts("td") should contain inOrder ("50.0", "20\u202fms", "22\u202fms")
    StaircaseTable.of(Vector(variant(ExampleResults.oneInstance))) shouldBe empty
  }
}
