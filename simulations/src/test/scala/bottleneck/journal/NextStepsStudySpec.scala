package bottleneck.journal

import bottleneck.lab.explain.verdict._
import bottleneck.StudyRuns
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class NextStepsStudySpec extends AnyFlatSpec with Matchers {

  /** Of 120 requests/s in a window of 25 s. */
  private def run(step: NextStep, answered: Double, p99Ms: Long, errors: (String, Long)*): StoredResult =
    StudyRuns.stored(NextStepsStudy.trial(step), answered) { run =>
      run.copy(
        treatment = run.treatment.copy(load = run.load.copy(perSecond = Some(120))),
        measured = run.measured.copy(total =
          run.total.copy(
            latencyMs = run.total.latencyMs.map(_.copy(p50 = p99Ms / 2, p99 = p99Ms)),
            ko = errors.map(_._2).sum,
            errors = errors.toMap
          )
        )
      )
    }

  private val nothing = run(NextStep.None, 60, 9900, "Request timeout" -> 500L)
  private val failFast = run(NextStep.FailFast, 65, 210, "bodyString.find.answer, Bulkhead is full" -> 1375L)
  private val servers = run(NextStep.TwoServers, 58, 9950, "Request timeout" -> 600L)
  private val index = run(NextStep.WithAnIndex, 120, 15)
  private val cache = run(NextStep.CachedPages, 120, 40)
  private val cures = Vector(failFast, run(NextStep.TwoServers, 120, 999), index, cache)

  private def judgement(runs: StoredResult*): Judgement =
    NextStepsStudy.study.statements.head.judge(Evidence.of(runs.toVector))

  "Four cures" should "be reproduced only where each does it on its own" in {
    judgement(nothing +: cures: _*).verdict shouldBe Verdict.Reproduced
    judgement(nothing, failFast, servers, index, cache).verdict shouldBe Verdict.Refuted
    judgement(nothing, run(NextStep.FailFast, 65, 1000), cures(1), index, cache).verdict shouldBe Verdict.Refuted
  }

  they should "bring an answer to all but the hundredth of those who are not refused" in {
    def withIndex(givenUp: Long): Judgement =
      judgement(nothing, failFast, cures(1), run(NextStep.WithAnIndex, 120, 15, "Request timeout" -> givenUp), cache)
    withIndex(30).verdict shouldBe Verdict.Reproduced
    withIndex(31).verdict shouldBe Verdict.Refuted
  }

  they should "be told side by side, with what was refused and given up" in {
    val told = judgement(nothing, failFast, servers, index, cache).evidence
    told should include("at 120.0/s")
    told should include("nothing changed: 60.0/s answered, 20.0/s given up, p50 4.95\u202fs, p99 9.90\u202fs")
    told should include("failing fast cures: 65.0/s answered, 55.0/s refused, p50 105\u202fms, p99 210\u202fms")
    told should include("a second server does not cure: 58.0/s answered, 24.0/s given up")
    told should (include("an index cures: 120.0/s answered, p50") and include("a cache cures: 120.0/s answered"))
  }

  they should "decide nothing where there is nothing to cure, or one of them is missing" in {
    judgement(run(NextStep.None, 110, 999) +: cures: _*).verdict shouldBe Verdict.Undecided
    judgement(nothing, failFast, servers).verdict shouldBe Verdict.NotRun
    judgement(cures: _*).verdict shouldBe Verdict.NotRun
  }

  "Where nobody is answered nothing" should "be cured" in {
    val silent = failFast.copy(result =
      failFast.result.copy(measured =
        failFast.result.measured.copy(total = failFast.result.total.copy(latencyMs = None))
      )
    )
    judgement(nothing, silent, cures(1), index, cache).verdict shouldBe Verdict.Refuted
  }

  "Answer and advice" should "have the cures with their numbers, and no other" in {
    val evidence = Evidence.of(Vector(nothing, failFast, servers, index, cache))
    NextStepsStudy.study.answer(evidence).getOrElse("") shouldBe
      "Of requests that came at 120.0/s failing fast and an index and a cache cured them each, a second server did not: p99 was 9.90\u202fs before, " +
      "and then 210\u202fms (fail fast), 9.95\u202fs (two servers), 15\u202fms (index), 40\u202fms (cache)."
    NextStepsStudy.study.advice(evidence).map(_.takeWhile(_ != ':')) shouldBe
      Vector("Fail fast", "Index", "Cache")
    NextStepsStudy.study.advice(Evidence.none) shouldBe empty
  }
}
