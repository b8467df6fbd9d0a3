package bottleneck.lab.explain.page

import bottleneck.lab.explain.page.ExampleResults._
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.verdict._
import java.nio.file.Path
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class ShareChartSpec extends AnyFlatSpec with Matchers {

  private def findings(results: Result*): ExperimentFindings = {
    val study = ExampleRuns.studies.find(_.id == results.head.run.experiment).getOrElse(fail("no study"))
    ExperimentFindings(study, Evidence.of(results.toVector.map(StoredResult(Path.of("x"), _))), Vector.empty)
  }

  private def drawn(experiments: ExperimentFindings*): Markup =
    Markup.of(ShareChart.of("share", experiments.toVector).getOrElse(fail("no chart")).draw.render)

  "A few runs" should "have a row each, with measured and published as shares of predicted" in {
    val chart = drawn(findings(oneInstance, fiveInstances))
    chart.texts("desc").head should include(
      "measured: 1 instance: 99.23, 5 instances: 100.14. published: 1 instance: 102.51"
    )
    chart.texts("text") should contain("193.6/s, predicted 195.1")
  }

  "Many runs" should "have a row for each experiment" in {
    val many = (1 to 11).map { n =>
      val run = oneInstance.run
      oneInstance.copy(run = run.copy(id = s"run-$n", identity = run.identity.copy(variant = s"$n instances")))
    }
    val chart = drawn(findings(many: _*))
    chart.texts("text").filter(_.contains("instances")) shouldBe empty
    chart.texts("text") should contain("11 variants")
  }

  "A run that does not count" should "not be drawn as measured" in {
    val chart = drawn(findings(objected(oneInstance, "steady", "it drifts")))
    chart.texts("desc").head should (include("disturbed run: 1 instance") and not include "measured:")
  }

  "A share far beyond the others" should "be left to the note" in {
    val far = oneInstance.copy(expected =
      oneInstance.expected.copy(published = oneInstance.expected.published.map(_.copy(throughput = Some(2000))))
    )
    val chart = drawn(findings(far))
    chart.texts("desc").head should not include "published"
    chart.texts("text") should contain("193.6/s, predicted 195.1, published 2,000")
    val fast = oneInstance.copy(measured = oneInstance.measured.copy(total = oneInstance.total.copy(throughput = 500)))
    drawn(findings(fast)).texts("desc").head should not include "measured"
  }

  "Runs without a prediction" should "have no chart" in {
    ShareChart.of(
      "share",
      Vector(findings(oneInstance.copy(expected = oneInstance.expected.copy(prediction = None))))
    ) shouldBe None
  }
}
