package bottleneck.journal

import bottleneck.lab.explain.record._
import bottleneck.lab.explain.verdict._
import bottleneck.StudyRuns
import bottleneck.lab.target.IndexBuild
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class OnlineIndexStudySpec extends AnyFlatSpec with Matchers {
  private val index = OnlineIndexStudy.index

  private def step(name: String, ms: Int, outcome: String = "ok"): InterventionStep =
    InterventionStep(name, 9000, Some(9000 + ms), outcome)

  private def run(build: IndexBuild, reads: Int, writes: Int)(steps: InterventionStep*)(
      change: Result => Result
  ): StoredResult =
    StudyRuns.stored(OnlineIndexStudy.trial(build), 90) { run =>
      change(
        run.copy(
          measured = run.measured.copy(stalls = Map(Editing.reads -> reads, Editing.writes -> writes)),
          treatment = run.treatment.copy(intervention = steps.toVector)
        )
      )
    }

  private def plain(writes: Int = 3900, outcome: String = "ok"): StoredResult =
    run(IndexBuild.Plain, 700, writes)(step("CREATE INDEX", 4000, outcome))(identity)

  private def concurrent(reads: Int = 900, writes: Int = 80, ko: Long = 0): StoredResult =
    run(IndexBuild.Concurrent, reads, writes)(step("CREATE INDEX CONCURRENTLY", 9100))(failing(ko))

  private def interrupted(
      built: String = "ERROR: canceling statement due to user request",
      reindexed: String = "ok",
      ko: Long = 0
  ): StoredResult = run(IndexBuild.Interrupted, 800, 90)(
    step("CREATE INDEX CONCURRENTLY, cancelled", 700, built),
    step(s"$index is invalid", 4),
    step("REINDEX INDEX CONCURRENTLY", 9500, reindexed),
    step(s"$index is valid", 3)
  )(failing(ko))

  private def failing(ko: Long)(run: Result): Result =
    run.copy(measured = run.measured.copy(total = run.total.copy(ko = ko)))

  private def judged(runs: StoredResult*): Judgement =
    OnlineIndexStudy.study.statements.head.judge(Evidence.of(runs.toVector))

  private def verdict(runs: StoredResult*): Verdict = judged(runs: _*).verdict

  "A build that nobody waits for" should "reproduce the claim, with the times of both builds" in {
    val judgement = judged(plain(), concurrent(), interrupted())
    judgement.verdict shouldBe Verdict.Reproduced
    judgement.evidence.replace('\u202f', ' ') shouldBe
      "CONCURRENTLY took 9.10 s, with 0 failed requests and stalls of 900 ms (reads) and 80 ms (writes); " +
      "CREATE INDEX took 4.00 s, with 0 failed requests and stalls of 700 ms (reads) and 3.90 s (writes), of writes 97.5 % of the build; " +
      s"interrupted: $index is invalid (4 ms), REINDEX INDEX CONCURRENTLY (9.50 s), $index is valid (3 ms), with 0 failed requests " +
      "and stalls of 800 ms (reads) and 90 ms (writes)"
  }

  "A stall of more than a second, or a failure" should "refute it" in {
    verdict(plain(), concurrent(reads = 1000, writes = 1000), interrupted()) shouldBe Verdict.Reproduced
    verdict(plain(), concurrent(reads = 1001), interrupted()) shouldBe Verdict.Refuted
    verdict(plain(), concurrent(writes = 1001), interrupted()) shouldBe Verdict.Refuted
    verdict(plain(), concurrent(ko = 1), interrupted()) shouldBe Verdict.Refuted
  }

  "A plain build that hardly keeps writes out" should "decide nothing" in {
    verdict(plain(writes = 2000), concurrent(), interrupted()) shouldBe Verdict.Reproduced
    verdict(plain(writes = 1999), concurrent(), interrupted()) shouldBe Verdict.Undecided
  }

  "An interruption" should "be mentioned, and decide nothing" in {
    judged(plain(), concurrent(), interrupted(ko = 1)).evidence should include("; interrupted: ")
    verdict(plain(), concurrent(), interrupted(reindexed = "ERROR: deadlock detected")) shouldBe Verdict.Reproduced
    judged(plain(), concurrent(), interrupted(built = "ok")).evidence should not include "interrupted"
    verdict(plain(), concurrent()) shouldBe Verdict.Reproduced
  }

  "A build that failed" should "decide nothing" in {
    verdict(plain(outcome = "ERROR: out of shared memory"), concurrent(), interrupted()) shouldBe Verdict.Undecided
    verdict(plain()) shouldBe Verdict.NotRun
  }

  "Requests that were never answered" should "have stalled throughout the window" in {
    val result = plain().result
    val mute = plain().copy(result = result.copy(measured = result.measured.copy(stalls = Map.empty)))
    judged(mute, concurrent(), interrupted()).evidence.replace('\u202f', ' ') should include("25.0 s (writes)")
  }

  "Answer and advice" should "have the numbers of the runs, and be silent without" in {
    val evidence = Evidence.of(Vector(plain(), concurrent(), interrupted()))
    OnlineIndexStudy.study.answer(evidence).getOrElse("").replace('\u202f', ' ') should
      (include("in 9.10 s, writes were without an answer for 80 ms") and endWith("in 4.00 s, writes for 3.90 s."))
    OnlineIndexStudy.study.advice(evidence).map(_.replace('\u202f', ' ')).last should
      (include(s"here $index is invalid") and include("in 9.50 s, with 0 failed requests"))
    OnlineIndexStudy.study.advice(evidence) should have size 2
    OnlineIndexStudy.study.advice(Evidence.of(Vector(interrupted(reindexed = "ERROR")))) shouldBe empty
  }
}
