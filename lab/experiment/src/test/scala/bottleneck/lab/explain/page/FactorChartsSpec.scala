package bottleneck.lab.explain.page

import bottleneck.lab.explain.page.ExamplePools.variant
import bottleneck.lab.explain.page.ExampleResults.{fiveInstances, objected, oneInstance}
import bottleneck.lab.explain.record.Result
import bottleneck.lab.explain.statistics.ScalabilityLaw
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class FactorChartsSpec extends AnyFlatSpec with Matchers {

  /** What the charts of these runs say, by title. */
  private def charts(results: Vector[Result]): Map[String, String] =
    new FactorCharts(results.map(variant), "connections").charts
      .map(chart => Markup.of(chart.render))
      .map(chart => chart.texts("title").head -> chart.texts("desc").head)
      .toMap

  "Waiting requests" should "be drawn over the factor, measured and published" in {
    charts(ExamplePools.sizes.take(3))("Requests waiting by connections") should
      endWith("measured: 5: 95, 10: 90, 15: 85. published: 5: 90, 10: 85, 15: 80.")
  }

  they should "be drawn by variant where no number orders them, and marked where a run does not count" in {
    val two = ExamplePools.balanced.take(2)
    charts(Vector(two(0), objected(two(1), "steady", "it has a trend")))("Requests waiting by variant") should
      endWith("measured: 4 threads, 4 connections: 196. disturbed run: 4 threads, 8 connections: 196.")
    charts(Vector(two(0), objected(two(1), "log", "it was cut")))("Requests waiting by variant") should
      endWith("measured: 4 threads, 4 connections: 196. invalid run: 4 threads, 8 connections: 196.")
  }

  they should "be left out where nobody told of them" in {
    charts(Vector(oneInstance, fiveInstances)) should have size 2
    charts(ExamplePools.sizes) should have size 3
    charts(
      ExamplePools.sizes
        .take(2)
        .map(run => run.copy(server = run.server.copy(service = run.server.service.copy(hikari = None))))
    ) should have size 2
  }

  "A scalability law" should "be drawn where the factor is a number" in {
    val law = ScalabilityLaw.fit((1 to 8).toVector.map(n => ScalabilityLaw.Point(n.toDouble, 10.0 * n))).toOption
    def drawn(results: Vector[Result]): String =
      new FactorCharts(results.map(variant), "connections", law).charts.map(_.render).mkString
    drawn(ExamplePools.sizes) should include("scalability law")
    drawn(ExamplePools.balanced.take(2)) should not include "scalability law"
  }
}
