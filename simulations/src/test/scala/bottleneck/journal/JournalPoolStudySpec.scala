package bottleneck.journal

import bottleneck.lab.explain.statistics.FirstFailure
import bottleneck.lab.explain.verdict._
import bottleneck.{ServiceProperties, StudyRuns}
import bottleneck.lab.target.Index
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class JournalPoolStudySpec extends AnyFlatSpec with Matchers {
  private val refused = "No database connection"

  /** Of 300 users; without `users` none fails. */
  private def run(
      connections: Int,
      index: Index,
      throughput: Double,
      users: Option[Int],
      error: String
  ): StoredResult =
    StudyRuns.stored(JournalPoolStudy.trial(connections, index), throughput) { run =>
      run.copy(
        treatment = run.treatment.copy(load = run.load.copy(users = 300)),
        measured = run.measured.copy(
          wholeRun =
            if (users.isEmpty) run.measured.wholeRun
            else
              run.measured.wholeRun
                .copy(ko = 40, errors = Map(refused -> 1L) + (error -> (if (error == refused) 40L else 39L))),
          firstFailure = users.map(n => FirstFailure(n * 80, n))
        ),
        target = run.target.copy(service =
          Map(
            ServiceProperties.poolSize -> connections.toString,
            ServiceProperties.connectionTimeout -> "1500"
          )
        )
      )
    }

  private def few(users: Option[Int] = Some(108), error: String = refused): StoredResult =
    run(5, Index.None, 70, users, error)

  private def many(
      users: Option[Int] = Some(131),
      throughput: Double = 72,
      error: String = refused
  ): StoredResult = run(23, Index.None, throughput, users, error)

  private def indexed: StoredResult = run(5, Index.Published, 560, None, refused)

  private def judged(runs: StoredResult*): Judgement = judged("tuning/no-index-pool-23", runs)

  private def judged(id: String, runs: Seq[StoredResult]): Judgement =
    JournalPoolStudy.study.statements.find(_.id == id).get.judge(Evidence.of(runs.toVector))

  "Failures of few connections" should "all be for want of one" in {
    def failures(runs: StoredResult*): Judgement = judged("tuning/no-index#failures", runs)
    failures(few(), indexed).verdict shouldBe Verdict.Reproduced
    def withIndex(users: Int): Verdict =
      failures(few(), run(5, Index.Published, 560, Some(users), refused)).verdict
    withIndex(216) shouldBe Verdict.Reproduced
    withIndex(215) shouldBe Verdict.Undecided
    withIndex(109) shouldBe Verdict.Undecided
    withIndex(108) shouldBe Verdict.Refuted
    withIndex(50) shouldBe Verdict.Refuted
    failures(few()).verdict shouldBe Verdict.NotRun
    failures(few(), indexed).evidence.replace('\u202f', ' ') shouldBe
      "failures begin at 108 users, 8.64 s after the first arrived (by theory at 110: 70.0/s × 1.50 s + 5); 40 of 40 failures are for want of a connection; with the index no request fails"
    failures(few(error = "Request timeout"), indexed).verdict shouldBe Verdict.Refuted
    failures(few(users = None), indexed).verdict shouldBe Verdict.Refuted
    failures(many()).verdict shouldBe Verdict.NotRun
  }

  "Failures that begin a little later" should "reproduce the claim, beside what theory says" in {
    val judgement = judged(few(), many(), indexed)
    judgement.verdict shouldBe Verdict.Reproduced
    judgement.evidence.replace('\u202f', ' ') shouldBe
      "with 5 connections failures begin at 108 users, 8.64 s after the first arrived (by theory at 110: 70.0/s × 1.50 s + 5); " +
      "with 23 failures begin at 131 users, 10.5 s after the first arrived (by theory at 131: 72.0/s × 1.50 s + 23); " +
      "at 300 users 70.0/s and 72.0/s, 1.03 times with 4.60 times the connections; with the index: with 5 no request fails, at 560.0/s"
  }

  "A pool with which nobody fails, or as soon, or that answers half more" should "refute it" in {
    judged(few(), many(users = None)).verdict shouldBe Verdict.Refuted
    judged(few(), many(users = Some(108))).verdict shouldBe Verdict.Refuted
    // half of 18 connections more
    judged(few(), many(users = Some(116))).verdict shouldBe Verdict.Undecided
    judged(few(), many(users = Some(117))).verdict shouldBe Verdict.Reproduced
    judged(few(), many(throughput = 105)).verdict shouldBe Verdict.Refuted
    judged(few(), many(throughput = 104)).verdict shouldBe Verdict.Reproduced
    judged(few(users = None), many()).verdict shouldBe Verdict.Refuted
  }

  "Failures of another kind" should "not be those of a pool" in {
    judged(few(), many(error = "Request timeout")).verdict shouldBe Verdict.Refuted
  }

  "Answer and advice" should "have the numbers of the runs, and be silent without" in {
    val evidence = Evidence.of(Vector(few(), many(), indexed))
    JournalPoolStudy.study.answer(evidence).getOrElse("") should
      (startWith("23 connections answer 72.0/s at 300 users, 5 70.0/s") and include("with 23 failures begin at 131"))
    JournalPoolStudy.study.advice(evidence).mkString should
      (include("gave 1.03 times the throughput") and include("an index 8.00 times"))
    JournalPoolStudy.study.advice(Evidence.of(Vector(few(), many()))) shouldBe empty
  }
}
