package bottleneck.lab.explain.verdict

import bottleneck.lab.explain.page.ExampleResults._
import bottleneck.lab.explain.record.{Check, Result}
import bottleneck.lab.explain.theory.Prediction
import java.nio.file.Path
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class BetweenRunsSpec extends AnyFlatSpec with Matchers {
  private def by(resource: String): Result =
    predicted(oneInstance.copy(validity = Vector(Check("parts", ok = true, ""))), Prediction(195, resource, ""))

  /** Whose mean response times are `parts` of each other. */
  private def repeats(run: Result, parts: Double*): Variant = {
    val runs = parts.toVector.zipWithIndex.map { case (part, n) =>
      val times = run.total.latencyMs.map(latency => latency.copy(mean = 1000 * part))
      val result = run.copy(
        run = run.run.copy(id = s"run-$n"),
        measured = run.measured.copy(total = run.total.copy(latencyMs = times), interval = None)
      )
      StoredResult(Path.of(s"run-$n"), result)
    }
    Variant(run.run.variant, runs)
  }

  private val assumed = BetweenRuns.assumed

  "What runs differ by" should "be assumed before any run was repeated" in {
    BetweenRuns.of(Vector(repeats(by("cores"), 1), repeats(by("threads"), 1))) shouldBe assumed
    assumed.cores.standard shouldBe 0.1 / math.sqrt(3) +- 1e-12
    assumed.time.standard shouldBe 0.015 / math.sqrt(3) +- 1e-12
  }

  it should "be learned apart where cores are the limit and where time is" in {
    val alike = BetweenRuns.of(Vector(repeats(by("cores"), 1, 1, 1, 1, 1)))
    alike.cores.standard shouldBe assumed.cores.standard / math.sqrt(2) +- 1e-12
    alike.time shouldBe assumed.time
    BetweenRuns.of(Vector(repeats(by("threads"), 1, 1.2))).time.standard should be > 5 * assumed.time.standard
  }

  it should "come from sound runs alone, and of the same load" in {
    val unlike = repeats(by("cores"), 1, 2)
    val disturbed = unlike.copy(runs =
      unlike.runs.map(stored =>
        stored.copy(result = stored.result.copy(validity = Vector(Check("machine", ok = false, "", size = Some(0.1)))))
      )
    )
    BetweenRuns.of(Vector(disturbed)) shouldBe assumed
    val loads = unlike.copy(runs = unlike.runs.zipWithIndex.map { case (stored, n) =>
      val treatment = stored.result.treatment
      stored.copy(result = stored.result.copy(treatment = treatment.copy(load = treatment.load.copy(users = 100 + n))))
    })
    BetweenRuns.of(Vector(loads)) shouldBe assumed
  }

  it should "be that of cores where nothing says what limits" in {
    assumed.of(oneInstance.copy(expected = oneInstance.expected.copy(prediction = None))) shouldBe assumed.cores
    assumed.of(by("connections")) shouldBe assumed.time
  }
}
