package bottleneck.latency

import bottleneck.lab.explain.theory.Prediction
import bottleneck.lab.explain.verdict._
import bottleneck.StudyRuns
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class LatencyStudySpec extends AnyFlatSpec with Matchers {
  private def run(
      instances: Int,
      throughput: Double,
      ko: Long = 0,
      error: String = "Request timeout",
      users: Int = 250
  ): StoredResult =
    StudyRuns.stored(LatencyStudy.trial(instances), throughput) { run =>
      val outcome = run.total.copy(ko = ko, errors = if (ko > 0) Map(error -> ko) else Map.empty)
      run.copy(
        treatment = run.treatment.copy(load = run.load.copy(users = users)),
        measured = run.measured.copy(total = outcome, wholeRun = outcome),
        expected = run.expected.copy(prediction = Some(Prediction(195.122 * instances, "threads", "200 / 1.025 s")))
      )
    }

  private def verdicts(runs: StoredResult*): Vector[Verdict] =
    LatencyStudy.study.statements.map(_.judge(Evidence.of(runs.toVector)).verdict)

  private def throughput(runs: StoredResult*): Verdict = verdicts(runs: _*).head
  private def timeOuts(runs: StoredResult*): Verdict = verdicts(runs: _*).last

  "Threads ÷ time" should "be reproduced within 5 %, as published too, and else refuted" in {
    throughput(run(1, 193.6)) shouldBe Verdict.Reproduced
    throughput(run(1, 200)) shouldBe Verdict.Reproduced
    throughput(run(1, 185.4)) shouldBe Verdict.Reproduced
    throughput(run(1, 185.3)) shouldBe Verdict.Refuted
    throughput(run(1, 204.9)) shouldBe Verdict.Refuted
  }

  it should "not be judged where requests failed" in {
    throughput(run(1, 193.6, ko = 1)) shouldBe Verdict.Undecided
  }

  "Users who wait too long" should "be shown by requests that time out, and by nothing else" in {
    timeOuts(run(1, 195, ko = 1)) shouldBe Verdict.Reproduced
    timeOuts(run(1, 200, ko = 50, users = 10000)) shouldBe Verdict.Reproduced
    timeOuts(run(1, 200, ko = 50, users = 10000, error = "Premature close")) shouldBe Verdict.Refuted
  }

  they should "be needed" in {
    timeOuts(run(1, 200, users = 6000)) shouldBe Verdict.Refuted
    timeOuts(run(1, 200, users = 5999)) shouldBe Verdict.Undecided
  }

  "Five instances alone" should "decide nothing of one" in {
    verdicts(run(5, 977)).distinct shouldBe Vector(Verdict.NotRun)
  }

  "The answer" should "have both numbers" in {
    LatencyStudy.study.answer(Evidence.of(Vector(run(1, 193.6), run(5, 977)))).getOrElse("") should
      (include("193.6/s") and include("977"))
  }
}
