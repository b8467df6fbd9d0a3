package bottleneck.lab.explain.page

import bottleneck.lab.explain.page.ExamplePools.variant
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.theory.Disruption
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._
import scalatags.Text.all._

class InterventionTableSpec extends AnyFlatSpec with Matchers {
  private val changed = ExampleResults.noIndex.copy(
    treatment = ExampleResults.noIndex.treatment.copy(intervention =
      Vector(
        InterventionStep("CREATE INDEX CONCURRENTLY, cancelled", 15000, Some(15900), "ERROR: canceled"),
        InterventionStep("REINDEX INDEX CONCURRENTLY", 16000, None, "it was not done when the load ended")
      )
    ),
    measured = ExampleResults.noIndex.measured.copy(stalls = Map("PUT /" -> 812, "GET /" -> 1204))
  )

  private def table(results: Result*): Markup =
    Markup.of(div(InterventionTable.of(results.toVector.map(variant))).render)

  "What was done" should "be told step by step, with the stalls of each request" in {
    val shown = table(ExampleResults.oneInstance, changed)
    shown.texts("td").map(_.replace('\u202f', ' ')) shouldBe Vector(
      "15.0 s",
      "900 ms",
      "ERROR: canceled",
      "16.0 s",
      "–",
      "it was not done when the load ended"
    )
    shown.texts("th").map(_.replace('\u202f', ' ')).filter(_.contains("stalls of")).mkString should
      include("stalls of GET / 1.20 s, PUT / 812 ms")
    shown.texts("th").mkString should not include ExampleResults.oneInstance.run.variant
  }

  "What a fault costs" should "stand beside what was predicted, and say whether it came so" in {
    def told(stallMs: Int, failed: Long): String = {
      val disruption = Disruption(5.seconds -> Some(7.seconds), 1 -> Some(10), "statements under way fail")
      val total = changed.measured.total.copy(ko = failed)
      val run = changed.copy(
        measured = changed.measured.copy(stalls = Map("GET /" -> stallMs), total = total),
        expected = changed.expected.copy(disruption = Some(disruption))
      )
      table(run).texts("th").map(_.replace('\u202f', ' ')).mkString
    }
    told(5000, 10) should include(
      "stalls of GET / 5.00 s; predicted 5.00 s to 7.00 s (as predicted); 10 failed requests, predicted 1 to 10 (as predicted): statements under way fail"
    )
    told(4999, 0) should include("(not as predicted); 0 failed requests, predicted 1 to 10 (not as predicted)")
    told(7001, 11) should include("(not as predicted); 11 failed requests, predicted 1 to 10 (not as predicted)")
  }

  it should "not be there where all runs were left alone" in {
    InterventionTable.of(Vector(variant(ExampleResults.oneInstance))) shouldBe empty
  }
}
