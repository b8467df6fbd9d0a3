package bottleneck.latency

import bottleneck.lab.explain.theory.Prediction
import bottleneck.lab.explain.verdict._
import bottleneck.StudyRuns
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class LatencyStudySpec extends AnyFlatSpec with Matchers {
  private def run(instances: Int, throughput: Double, ko: Long = 0, error: String = "Request timeout"): StoredResult =
    StudyRuns.stored(LatencyStudy.trial(instances), throughput) { run =>
      val outcome = run.total.copy(ko = ko, errors = if (ko > 0) Map(error -> ko) else Map.empty)
      run.copy(
        measured = run.measured.copy(total = outcome, wholeRun = outcome),
        expected = run.expected.copy(prediction = Some(Prediction(195.122 * instances, "threads", "200 / 1.025 s")))
      )
    }

  private def verdicts(runs: StoredResult*): Vector[Verdict] =
    LatencyStudy.study.statements.map(_.judge(Evidence.of(runs.toVector)).verdict)

  "Threads ÷ time" should "be reproduced within 5 %, and else refuted" in {
    verdicts(run(1, 193.6)) shouldBe Vector(Verdict.Reproduced)
    verdicts(run(1, 150)) shouldBe Vector(Verdict.Refuted)
  }

  "Users who wait too long" should "be shown by requests that time out, and by nothing else" in {
    verdicts(run(1, 100, ko = 50)).head shouldBe Verdict.Reproduced
    verdicts(run(1, 100, ko = 50, error = "Premature close")).head shouldBe Verdict.Refuted
  }

  "Five instances alone" should "decide nothing of one" in {
    verdicts(run(5, 977)) shouldBe Vector(Verdict.NotRun)
  }

  "The answer" should "have both numbers" in {
    LatencyStudy.study.answer(Evidence.of(Vector(run(1, 193.6), run(5, 977)))).getOrElse("") should
      (include("193.6/s") and include("977"))
  }
}
