package bottleneck.lab.explain.report

import bottleneck.lab.explain.stats._
import bottleneck.lab.explain.theory.Prediction
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._

class SummarySpec extends AnyFlatSpec with Matchers {
  private val failed = Outcome(0, 3, 0.0, None, Map("timeout" -> 2, "reset" -> 1))
  private val answered = Outcome(950, 0, 95.0, Some(Latency(1, 2.5, 2, 3, 4, 5, 6, 7)), Map.empty)

  "The summary" should "show every request, the total and the prediction" in {
    val measurement = Measurement(Window(1000, 11000), Map("GET /test" -> answered), answered)
    val lines = Summary.lines(measurement, Some(Prediction.users(100, 1.second)))
    lines.head shouldBe "measured from 1.0 s to 11.0 s of the run:"
    lines.filter(_.contains("GET /test")).head.split(" +").toVector.drop(3) shouldBe Vector(
      "95.0",
      "0",
      "2",
      "4",
      "5",
      "7"
    )
    lines.last shouldBe "  predicted 100.0/s, limited by users (100 / 1.000 s): measured / predicted = 0.950"
  }

  it should "name failures, most frequent first, and invent no latency" in {
    val lines = Summary.lines(Measurement(Window(0, 1000), Map("GET /test" -> failed), failed), None)
    lines.filter(_.contains("GET /test")).head should endWith("–        –        –        –")
    lines.takeRight(2) shouldBe Vector("  failed 2 times: timeout", "  failed 1 times: reset")
  }
}
