package bottleneck.lab.explain.page

import bottleneck.lab.explain.page.ExamplePools.variant
import bottleneck.lab.explain.page.ExampleResults.{latency, objected, outcome, predicted, result}
import bottleneck.lab.explain.record.{Factor, Result}
import bottleneck.lab.explain.theory.Prediction
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class SeriesChartsSpec extends AnyFlatSpec with Matchers {
  private def run(series: String, cores: Double, throughput: Double): Result = {
    val plain = result("tiers", s"$cores $series", outcome(throughput, latency(100, 200, 300)))
    val limited = predicted(plain, Prediction(1.25 * throughput, "cores", ""))
    limited.copy(run =
      limited.run.copy(identity = limited.run.identity.copy(factor = Some(Factor("cores", cores, Some(series)))))
    )
  }

  private def charts(runs: Vector[Result]): Vector[String] =
    SeriesCharts.of(runs.map(variant), "cores").flatMap(chart => Markup.of(chart.render).texts("desc"))

  private val runs = Vector(run("CPU", 1, 90), run("CPU", 0.5, 44), run("DB", 0.5, 300), run("DB", 1, 320))

  "Throughput" should "be drawn over the factor for each series" in {
    charts(runs).mkString should
      endWith("CPU: 0.5: 44, 1: 90. DB: 0.5: 300, 1: 320. predicted: 1: 112.5, 0.5: 55, 0.5: 375, 1: 400.")
  }

  it should "be that of sound runs" in {
    charts(objected(run("ALL", 1, 80), "steady", "it has a trend") +: runs).mkString should not include "ALL"
  }

  it should "not be drawn where there are no series, only one, or more than can be told apart" in {
    charts(Vector(ExampleResults.oneInstance, ExampleResults.fiveInstances)) shouldBe empty
    charts(runs.take(2)) shouldBe empty
    charts(Vector.tabulate(5)(n => run(s"$n", 1, 90))) shouldBe empty
  }
}
