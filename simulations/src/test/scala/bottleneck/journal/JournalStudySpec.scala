package bottleneck.journal

import bottleneck.lab.explain.record._
import bottleneck.lab.explain.verdict._
import bottleneck.StudyRuns
import bottleneck.lab.target.Index
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class JournalStudySpec extends AnyFlatSpec with Matchers {
  private def run(index: Index, throughput: Double)(change: Result => Result): StoredResult =
    StudyRuns.stored(JournalStudy.trial(index), throughput)(change)

  private def without(database: Option[Double] = Some(1.6)): StoredResult = run(Index.None, 70) { run =>
    run.copy(server =
      run.server.copy(cpu =
        run.server.cpu.copy(database = database, whole = run.server.cpu.whole.copy(machine = Some(2)))
      )
    )
  }

  private def indexed(
      throughput: Double = 400,
      ko: Long = 0,
      steady: Check = Check("steady", ok = true, "", size = Some(0.1))
  ): StoredResult =
    run(Index.Published, throughput) { run =>
      run.copy(
        validity = Vector(steady),
        measured = run.measured.copy(wholeRun = run.measured.wholeRun.copy(ko = ko))
      )
    }

  private def verdicts(runs: StoredResult*): Vector[Verdict] =
    JournalStudy.study.statements.map(_.judge(Evidence.of(runs.toVector)).verdict)

  private val query = 0
  private val stable = 1
  private val reproduced = Verdict.Reproduced
  private val refuted = Verdict.Refuted

  "An index that cures" should "reproduce all statements" in {
    verdicts(without(), indexed()) shouldBe Vector(reproduced, reproduced)
  }

  "An index that gains twice as much or less" should "not show a slow query" in {
    verdicts(without(), indexed(throughput = 141)) shouldBe Vector(reproduced, reproduced)
    verdicts(without(), indexed(throughput = 140)) shouldBe Vector(refuted, reproduced)
  }

  "A throughput" should "be stable if the check calls most runs steady, and not if it calls most of them drifting" in {
    val steady = Check("steady", ok = true, "", size = Some(0.1))
    val unclear = Check.undecided("steady", "", Some(0.1))
    val drifting = Check("steady", ok = false, "", size = Some(0.101))
    def judged(checks: Check*): Verdict =
      verdicts(without() +: checks.map(check => indexed(steady = check)): _*)(stable)
    judged(steady) shouldBe reproduced
    judged(steady, steady, drifting) shouldBe reproduced
    judged(steady, drifting) shouldBe Verdict.Undecided
    judged(unclear) shouldBe Verdict.Undecided
    judged(drifting) shouldBe refuted
    judged(steady, drifting, drifting) shouldBe refuted
    judged(Check("steady", ok = true, "")) shouldBe Verdict.Undecided
  }

  it should "be judged so by the site, where a run that drifts is a disturbed one" in {
    def judged(checks: Vector[Check]*): Verdict = StudyRuns.drawnVerdict("tuning/index#stable")(
      checks.zipWithIndex.map { case (of, n) => repeat(indexed(), s"2026-03-0${n + 1}T09:30:00Z", of) }: _*
    )
    val steady = Vector(Check("steady", ok = true, "", size = Some(0.01)))
    val drifting = Vector(Check("steady", ok = false, "", size = Some(0.2)))
    val slowed = drifting :+ Check("machine", ok = false, "", size = Some(0.2))
    judged(steady) shouldBe reproduced
    judged(drifting) shouldBe refuted
    judged(steady, drifting, drifting) shouldBe refuted
    judged(steady, drifting) shouldBe Verdict.Undecided
    judged(slowed) shouldBe Verdict.Undecided
  }

  it should "be judged by runs of one load" in {
    val drifting = Vector(Check("steady", ok = false, "", size = Some(0.2)))
    val other = repeat(indexed(), "2026-03-01T09:30:00Z", drifting)
    val runs = Vector(
      repeat(indexed(), "2026-03-02T09:30:00Z", indexed().result.validity),
      other.copy(result =
        other.result.copy(treatment = other.result.treatment.copy(load = other.result.load.copy(users = 17)))
      )
    )
    verdicts(without() +: runs: _*)(stable) shouldBe reproduced
  }

  private def repeat(stored: StoredResult, startedAt: String, checks: Vector[Check]): StoredResult = {
    val run = stored.result
    stored.copy(result = run.copy(run = run.run.copy(id = startedAt, startedAt = startedAt), validity = checks))
  }

  "A failure" should "refute stable throughput alone" in {
    verdicts(without(), indexed(ko = 1)) shouldBe Vector(reproduced, refuted)
  }

  "A database that works little" should "not be what limits" in {
    verdicts(without(database = Some(1.01)), indexed())(query) shouldBe reproduced
    verdicts(without(database = Some(1.0)), indexed())(query) shouldBe refuted
  }

  "What was not watched" should "decide nothing" in {
    verdicts(without(database = None), indexed())(query) shouldBe Verdict.Undecided
    val unwatched = indexed().copy(result = indexed().result.copy(server = Server.unknown))
    verdicts(without(), unwatched) shouldBe Vector(reproduced, reproduced)
    verdicts(indexed()) shouldBe Vector(Verdict.NotRun, reproduced)
  }

  "Answer and advice" should "have the numbers of the runs, and be silent without" in {
    val keyset = run(Index.Keyset, 4000)(identity)
    val evidence = Evidence.of(Vector(without(), indexed(), keyset))
    JournalStudy.study.answer(evidence).getOrElse("") should (include("4,000/s") and include("57.1 times"))
    JournalStudy.study.advice(evidence) should have size 2
    JournalStudy.study.advice(Evidence.none) shouldBe empty
  }
}
