package bottleneck.lab.explain.page

import bottleneck.lab.explain.record.Result
import bottleneck.lab.explain.statistics.{BurstTimes, Outcome}
import bottleneck.lab.explain.verdict.{Evidence, StoredResult}
import java.nio.file.Path
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class BurstChartsSpec extends AnyFlatSpec with Matchers {
  private val answered = Outcome(50, 0, 10.0, None, Map.empty)
  private val times = BurstTimes(50, 10000, 15000, 7, (1 to 10).map(_ * 500).toVector)

  private def burst(variant: String): Result =
    ExampleResults
      .result("any", variant, answered)
      .copy(measured =
        ExampleResults
          .result("any", variant, answered)
          .measured
          .copy(byLoad = ExampleResults.result("any", variant, answered).measured.byLoad.copy(burst = Some(times)))
      )

  private def drawn(results: Result*): Vector[String] =
    BurstCharts.of(Evidence.of(results.toVector.map(StoredResult(Path.of("any"), _))).variants).map(_.render)

  "Bursts" should "be drawn four to a chart" in {
    drawn((1 to 5).map(n => burst(s"variant $n")): _*).map(chart =>
      "variant \\d".r.findAllIn(chart).toSet.size
    ) shouldBe
      Vector(4, 1)
  }

  they should "be drawn by what was answered when" in {
    drawn(burst("one")).head should (include("requests answered") and include("seconds since all were sent"))
  }

  "Other loads and bursts without an answer" should "not be drawn" in {
    drawn(
      ExampleResults.result("any", "closed", answered),
      burst("lost").copy(measured =
        burst("lost").measured
          .copy(byLoad = burst("lost").measured.byLoad.copy(burst = Some(times.copy(answeredByMs = Vector.empty))))
      )
    ) shouldBe empty
  }
}
