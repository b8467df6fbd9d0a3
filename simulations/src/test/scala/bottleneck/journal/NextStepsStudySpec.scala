package bottleneck.journal

import bottleneck.lab.explain.verdict._
import bottleneck.StudyRuns
import bottleneck.latency.SameUsersStudy
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

  private def judgement(statement: String, runs: StoredResult*): Judgement =
    NextStepsStudy.study.statements
      .find(_.id == s"tuning/next-steps#$statement")
      .get
      .judge(Evidence.of(runs.toVector))

  private def verdict(statement: String, runs: StoredResult*): Verdict = judgement(statement, runs: _*).verdict

  private val steps =
    Vector(
      "fail-fast" -> NextStep.FailFast,
      "remove-the-bottleneck" -> NextStep.WithAnIndex,
      "cache" -> NextStep.CachedPages
    )

  "Each cure" should "be reproduced by a p99 below a second, whatever becomes of the others" in
    steps.foreach { case (statement, step) =>
      verdict(statement, nothing, run(step, 120, 999)) shouldBe Verdict.Reproduced
      verdict(statement, nothing, run(step, 120, 1000)) shouldBe Verdict.Refuted
    }

  it should "bring an answer to all but the hundredth of those who are not refused" in {
    steps.foreach { case (statement, step) =>
      verdict(statement, nothing, run(step, 120, 15, "Request timeout" -> 30L)) shouldBe Verdict.Reproduced
      verdict(statement, nothing, run(step, 120, 15, "Request timeout" -> 31L)) shouldBe Verdict.Refuted
    }
    verdict("fail-fast", nothing, failFast) shouldBe Verdict.Reproduced
    def refusing(p99Ms: Long): StoredResult = failFast.copy(result =
      failFast.result.copy(measured =
        failFast.result.measured.copy(total =
          failFast.result.total.copy(failedLatencyMs = failFast.result.total.latencyMs.map(_.copy(p50 = p99Ms)))
        )
      )
    )
    verdict("fail-fast", nothing, refusing(999)) shouldBe Verdict.Reproduced
    verdict("fail-fast", nothing, refusing(1000)) shouldBe Verdict.Refuted
  }

  "Failing fast" should "cost nobody an answer" in {
    verdict("fail-fast", nothing, run(NextStep.FailFast, 57, 15)) shouldBe Verdict.Reproduced
    verdict("fail-fast", nothing, run(NextStep.FailFast, 56.9, 15)) shouldBe Verdict.Refuted
    verdict("fail-fast", run(NextStep.None, 110, 999), run(NextStep.FailFast, 50, 15)) shouldBe Verdict.Undecided
  }

  it should "be judged with what a core that is used up answers more or less in another run" in {
    def judged(answered: Double): Verdict = StudyRuns.drawnVerdict("tuning/next-steps#fail-fast")(
      nothing,
      run(NextStep.FailFast, answered, 15, "bodyString.find.answer, Bulkhead is full" -> 1375L)
    )
    judged(30) shouldBe Verdict.Refuted
    judged(56) shouldBe Verdict.Undecided
    judged(60) shouldBe Verdict.Undecided
    judged(90) shouldBe Verdict.Reproduced
  }

  "Servers that share one database" should "not cure what waits for it" in {
    verdict("more-servers-one-database", nothing, servers) shouldBe Verdict.Reproduced
    verdict("more-servers-one-database", nothing, run(NextStep.TwoServers, 120, 999)) shouldBe Verdict.Refuted
    verdict("more-servers-one-database", run(NextStep.None, 110, 999), servers) shouldBe Verdict.Undecided
  }

  it should "be told beside what was before, with what was refused and given up" in {
    judgement("fail-fast", nothing, failFast).evidence shouldBe
      "at 120.0/s failing fast cures: 65.0/s answered, 55.0/s refused, p50 105\u202fms, p99 210\u202fms, " +
      "where 60.0/s answered, 20.0/s given up, p50 4.95\u202fs, p99 9.90\u202fs before"
    judgement("more-servers-one-database", nothing, servers).evidence should
      include("a second server does not cure: 58.0/s answered, 24.0/s given up")
  }

  "Servers that bring threads" should "cure where they make it reasonable" in {
    def judged(p99Ms: Long, ko: Long = 0, before: Long = 4001): Verdict = {
      def crowd(instances: Int, p99Ms: Long, ko: Long): StoredResult =
        StudyRuns.stored(SameUsersStudy.crowd(instances), 58)(run =>
          run.copy(measured =
            run.measured.copy(total = run.total.copy(latencyMs = run.total.latencyMs.map(_.copy(p99 = p99Ms)), ko = ko))
          )
        )
      StudyRuns.verdict("tuning/next-steps#more-servers")(crowd(5, before, 0), crowd(30, p99Ms, ko))
    }
    judged(4000) shouldBe Verdict.Reproduced
    judged(4001) shouldBe Verdict.Refuted
    judged(4000, before = 4000) shouldBe Verdict.Undecided
    judged(4000, ko = 1) shouldBe Verdict.Refuted
    StudyRuns.verdict("tuning/next-steps#more-servers")(nothing, servers) shouldBe Verdict.NotRun
  }

  "A cure" should "decide nothing where there is nothing to cure, or a run is missing" in {
    verdict("cache", run(NextStep.None, 110, 999), cache) shouldBe Verdict.Undecided
    verdict("cache", run(NextStep.None, 110, 1000), cache) shouldBe Verdict.Reproduced
    verdict("cache", nothing, index) shouldBe Verdict.NotRun
    verdict("cache", cache) shouldBe Verdict.NotRun
  }

  "Where nobody is answered nothing" should "be cured" in {
    val silent = failFast.copy(result =
      failFast.result.copy(measured =
        failFast.result.measured.copy(total = failFast.result.total.copy(latencyMs = None))
      )
    )
    verdict("fail-fast", nothing, silent) shouldBe Verdict.Refuted
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
