package bottleneck.lab.explain.page

import bottleneck.lab.explain.record.{Check, Result, WindowBounds}
import bottleneck.lab.explain.statistics._
import bottleneck.lab.explain.theory.Prediction
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._

class SummarySpec extends AnyFlatSpec with Matchers {
  private val failed = Outcome(0, 3, 0.0, None, Map("timeout" -> 2, "reset" -> 1))
  private val answered = Outcome(950, 0, 95.0, Some(Latency(1, 2.5, 2, 3, 4, 5, 6, 7)), Map.empty)

  private def result(outcome: Outcome): Result =
    ExampleResults
      .result("any", "variant", outcome)
      .copy(treatment =
        ExampleResults.result("any", "variant", outcome).treatment.copy(window = WindowBounds(1000, 11000))
      )

  "The summary" should "show every request, the total and the prediction" in {
    val lines = Summary.lines(ExampleResults.predicted(result(answered), Prediction.users(100, 1.second)))
    lines.head shouldBe "measured from 1.0 s to 11.0 s of the load:"
    lines.filter(_.contains("GET /test")).head.split(" +").toVector.drop(3) shouldBe
      Vector("95.0", "0", "2", "4", "5", "7")
    lines.takeRight(2) shouldBe Vector(
      "  predicted 100.0/s, limited by users: 100 / 1 s; measured / predicted = 0.950",
      "  sound: all checks passed"
    )
  }

  it should "show within what the prediction holds, where that is known" in {
    Summary.predicted(Prediction.users(100, 1.second).plusMinus(0.05)) shouldBe
      "predicted 100.0/s (95.0 to 105.0), limited by users: 100 / 1 s"
  }

  it should "name failures, most frequent first, and invent no latency" in {
    val lines = Summary.lines(result(failed))
    lines.filter(_.contains("GET /test")).head should endWith("–        –        –        –")
    lines.takeRight(3).take(2) shouldBe Vector("  failed 2 times: timeout", "  failed 1 times: reset")
  }

  it should "say when a burst was sent and answered" in {
    val burst = result(answered).copy(measured =
      result(answered).measured.copy(byLoad =
        result(answered).measured.byLoad.copy(burst = Some(BurstTimes(950, 1000, 10999, 7, Vector(9500))))
      )
    )
    Summary.lines(burst) should contain("  950 requests within 7 ms, the last answer after 9.50 s")
  }

  it should "show every level of a staircase, and where it bends" in {
    val lines = Summary.lines(ExampleStairs.run("half a core", 160))
    lines.filter(_.contains(" users ")).map(_.trim.split(" +").toVector).apply(2) shouldBe
      Vector("4", "users", "160.0", "0.0%", "25", "27")
    lines should contain("  sustained: 64 users, saturation: 4 users; SLO: p95 of 500 ms")
  }

  it should "say why a run does not count" in {
    val disturbed = ExampleResults.objected(result(answered), "machine", "too busy")
    Summary.lines(disturbed).last shouldBe "  DISTURBED: machine: too busy"
    Summary.lines(ExampleResults.objected(disturbed, "log", "it was cut")).last shouldBe
      "  INVALID: machine: too busy; log: it was cut"
  }

  it should "say how long users waited for the generator, where they did" in {
    def told(gap: GeneratorGap): Vector[String] =
      Summary
        .lines(
          result(answered).copy(measured =
            result(answered).measured.copy(byLoad = result(answered).measured.byLoad.copy(generatorGap = Some(gap)))
          )
        )
        .filter(_.contains("the generator took"))
    told(GeneratorGap(2.9, 2.9 / 33)) shouldBe
      Vector("  the generator took 2.9 ms of a user's cycle of 33 ms (8.8 %)")
    told(GeneratorGap(-0.2, -0.01)) shouldBe empty
  }

  it should "say what a run could not tell" in {
    val short = result(answered)
    Summary
      .lines(short.copy(validity = short.validity :+ Check.undecided("steady", "-4 to +18 %")))
      .takeRight(2) shouldBe
      Vector("  cannot tell: steady: -4 to +18 %", "  sound: no check failed")
  }
}
