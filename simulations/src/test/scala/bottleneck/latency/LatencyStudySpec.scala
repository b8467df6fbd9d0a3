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
      ko: Long = 0
  ): StoredResult =
    StudyRuns.stored(LatencyStudy.trial(instances), throughput) { run =>
      val outcome = run.total.copy(ko = ko, errors = if (ko > 0) Map("Request timeout" -> ko) else Map.empty)
      run.copy(
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

  private def atOnce(ok: Long, late: Long, refused: Long = 0): Verdict = {
    val errors = Map("Request timeout to 127.0.0.1 after 30000 ms" -> late, "Connection refused" -> refused)
    timeOuts(StudyRuns.stored(LatencyStudy.atOnce, ok / 31.0) { run =>
      val outcome = run.total.copy(ok = ok, ko = late + refused, errors = errors.filter(_._2 > 0))
      run.copy(measured = run.measured.copy(total = outcome, wholeRun = outcome))
    })
  }

  // 20 threads answer 585 in 30 s
  "Those who wait too long" should "time out, and be as many as the threads leave" in {
    atOnce(ok = 585, late = 415) shouldBe Verdict.Reproduced
    // the published 200 per second, a tenth of them for 30 s
    atOnce(ok = 600, late = 400) shouldBe Verdict.Reproduced
    atOnce(ok = 643, late = 357) shouldBe Verdict.Reproduced
    atOnce(ok = 527, late = 473) shouldBe Verdict.Reproduced
    atOnce(ok = 1000, late = 0) shouldBe Verdict.Refuted
    atOnce(ok = 645, late = 355) shouldBe Verdict.Refuted
    atOnce(ok = 525, late = 475) shouldBe Verdict.Refuted
  }

  they should "not be told where others fail" in {
    atOnce(ok = 600, late = 0, refused = 400) shouldBe Verdict.Undecided
    atOnce(ok = 585, late = 414, refused = 1) shouldBe Verdict.Undecided
    timeOuts(run(1, 200, ko = 50)) shouldBe Verdict.NotRun
  }

  "Five instances alone" should "decide nothing of one" in {
    verdicts(run(5, 977)).distinct shouldBe Vector(Verdict.NotRun)
  }

  "The answer" should "have both numbers" in {
    LatencyStudy.study.answer(Evidence.of(Vector(run(1, 193.6), run(5, 977)))).getOrElse("") should
      (include("193.6/s") and include("977"))
  }
}
