package bottleneck.journal

import bottleneck.lab.explain.record._
import bottleneck.lab.explain.verdict._
import bottleneck.{ServiceProperties, StudyRuns}
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
      active: Double = 5,
      pending: Double = 50,
      ko: Long = 0,
      cores: Option[Double] = Some(1.2),
      steady: Check = Check("steady", ok = true, "", size = Some(0.1))
  ): StoredResult =
    run(Index.Published, throughput) { run =>
      run.copy(
        validity = Vector(steady),
        measured = run.measured.copy(total = run.total.copy(ko = ko)),
        target = run.target.copy(service = Map(ServiceProperties.poolSize -> "5")),
        server = run.server
          .copy(
            service = run.server.service.copy(hikari = Some(Hikari(active, pending, 0, None, None))),
            cpu = run.server.cpu.copy(whole = run.server.cpu.whole.copy(machine = cores))
          )
      )
    }

  private def verdicts(runs: StoredResult*): Vector[Verdict] =
    JournalStudy.study.statements.map(_.judge(Evidence.of(runs.toVector)).verdict)

  private val query = 0
  private val stable = 1
  private val pool = 2
  private val reproduced = Verdict.Reproduced
  private val refuted = Verdict.Refuted

  "An index that cures" should "reproduce all statements" in {
    verdicts(without(), indexed()) shouldBe Vector(reproduced, reproduced, reproduced)
  }

  "An index that gains twice as much or less" should "not show a slow query" in {
    verdicts(without(), indexed(throughput = 141)) shouldBe Vector(reproduced, reproduced, reproduced)
    verdicts(without(), indexed(throughput = 140)) shouldBe Vector(refuted, reproduced, reproduced)
  }

  "A throughput" should "be stable if it drifts by a tenth at most" in {
    def drifting(size: Option[Double], ok: Boolean = true): Verdict =
      verdicts(without(), indexed(steady = Check("steady", ok, "", size = size)))(stable)
    drifting(Some(0.1)) shouldBe reproduced
    drifting(Some(0.101)) shouldBe Verdict.Undecided
    drifting(Some(0.101), ok = false) shouldBe refuted
    drifting(None) shouldBe Verdict.Undecided
  }

  "A failure" should "refute stable throughput alone" in {
    verdicts(without(), indexed(ko = 1)) shouldBe Vector(reproduced, refuted, reproduced)
  }

  "A pool that is never full" should "not be what limits" in {
    verdicts(without(), indexed(active = 4)) shouldBe Vector(reproduced, reproduced, refuted)
    verdicts(without(), indexed(pending = 0))(pool) shouldBe refuted
    verdicts(without(), indexed(pending = 1))(pool) shouldBe reproduced
  }

  "Cores that are used up" should "leave it open whether the full pool is the limit" in {
    verdicts(without(), indexed(cores = Some(1.79)))(pool) shouldBe reproduced
    verdicts(without(), indexed(cores = Some(1.8)))(pool) shouldBe Verdict.Undecided
    verdicts(without(), indexed(cores = Some(1.97), active = 4))(pool) shouldBe refuted
    verdicts(without(), indexed(cores = None))(pool) shouldBe Verdict.Undecided
  }

  "A database that works little" should "not be what limits" in {
    verdicts(without(database = Some(1.01)), indexed())(query) shouldBe reproduced
    verdicts(without(database = Some(1.0)), indexed())(query) shouldBe refuted
  }

  "What was not watched" should "decide nothing" in {
    verdicts(without(database = None), indexed())(query) shouldBe Verdict.Undecided
    val unwatched = indexed().copy(result = indexed().result.copy(server = Server.unknown))
    verdicts(without(), unwatched) shouldBe Vector(reproduced, reproduced, Verdict.Undecided)
    verdicts(indexed()) shouldBe Vector(Verdict.NotRun, reproduced, reproduced)
  }

  "Answer and advice" should "have the numbers of the runs, and be silent without" in {
    val keyset = run(Index.Keyset, 4000)(identity)
    val evidence = Evidence.of(Vector(without(), indexed(), keyset))
    JournalStudy.study.answer(evidence).getOrElse("") should (include("4,000/s") and include("57.1 times"))
    JournalStudy.study.advice(evidence) should have size 2
    JournalStudy.study.advice(Evidence.none) shouldBe empty
  }
}
