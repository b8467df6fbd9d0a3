package bottleneck.connectionpool

import bottleneck.lab.explain.record._
import bottleneck.lab.explain.verdict._
import bottleneck.lab.Simulations
import bottleneck.StudyRuns.{evidence, judgement, verdict}
import bottleneck.connectionpool.PoolRuns._
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class PoolStudiesSpec extends AnyFlatSpec with Matchers {
  private def changed(stored: StoredResult)(change: Result => Result): StoredResult =
    stored.copy(result = change(stored.result))

  "A pool above max_connections" should "refuse twice the part of the requests at least, or not" in {
    def judged(whole: Long, above: Long): Verdict = verdict("pools/too-many")(
      pooled(PoolTooLargeStudy.trial(130, 150, 1), 200, 130, ko = whole),
      pooled(PoolTooLargeStudy.trial(130, 24, 1), 200, 24, ko = above)
    )
    judged(whole = 0, above = 1000) shouldBe Verdict.Reproduced
    judged(whole = 100, above = 210) shouldBe Verdict.Reproduced
    judged(whole = 100, above = 190) shouldBe Verdict.Refuted
    judged(whole = 100, above = 0) shouldBe Verdict.Refuted
    judged(whole = 0, above = 0) shouldBe Verdict.Undecided
    verdict("pools/too-many")(pooled(PoolTooLargeStudy.trial(130, 150, 1), 200, 130)) shouldBe Verdict.NotRun
  }

  it should "be told beside a pool that asks for no more than there is" in {
    val runs = Vector(
      pooled(PoolTooLargeStudy.trial(130, 150, 1), 200, 130),
      pooled(PoolTooLargeStudy.trial(130, 24, 1), 200, 24, ko = 1000)
    )
    def told(all: Vector[StoredResult]): String = judgement("pools/too-many")(all: _*).evidence
    told(runs) should not include "of a pool of 24"
    told(runs :+ pooled(PoolTooLargeStudy.trial(24, 24, 1), 200, 24, ko = 1000)) should
      include("of a pool of 24, which asks for no more than it gets, 16.7\u202f%")
  }

  // on a CPU for 2 of 30 + 20 ms on 2 cores: 50 threads, to which 48 are near
  "The thread formula" should "be the knee between half and twice as many threads" in {
    val study = ThreadFormulaStudy.study
    def judged(throughputs: (Int, Double)*): Vector[Verdict] =
      verdicts(study, throughputs.map { case (n, x) => pooled(ThreadFormulaStudy.trial(n), x, 130) }: _*)
    judged(24 -> 400, 48 -> 580, 96 -> 830) shouldBe Vector(Verdict.Reproduced)
    judged(24 -> 400, 48 -> 570, 96 -> 600) shouldBe Vector(Verdict.Refuted)
    judged(24 -> 400, 48 -> 580, 96 -> 840) shouldBe Vector(Verdict.Refuted)
    judged(24 -> 400, 48 -> 700) shouldBe Vector(Verdict.Undecided)
    // 28 % off
    judged(32 -> 400, 64 -> 700, 128 -> 720) shouldBe Vector(Verdict.Undecided)
    // 50 is nearest, but half of it was not measured
    judged(24 -> 400, 48 -> 580, 50 -> 590, 96 -> 830) shouldBe Vector(Verdict.Reproduced)
    judged(24 -> 400, 48 -> 570, 50 -> 590, 96 -> 600) shouldBe Vector(Verdict.Refuted)
    val runs = Vector(24 -> 400.0, 48 -> 700.0, 96 -> 720.0).map { case (n, x) =>
      pooled(ThreadFormulaStudy.trial(n), x, 130)
    }
    study.answer(evidence(runs: _*)(study)).getOrElse("") should
      (startWith("Begin with as many threads as the formula says") and include("says 50") and include(
        "48 threads answered 700"
      ))
    val idle = runs.map(
      changed(_)(run =>
        run.copy(expected = run.expected.copy(demand = Some(Demand(cpuMs = 1, serviceCpuMs = 0, responseMs = 0))))
      )
    )
    study.answer(evidence(idle: _*)(study)) shouldBe None
  }

  it should "be tried with numbers of threads that are near to whatever it says" in {
    val tried = Simulations.found
      .map(_.setup.trial)
      .filter(_.study.id == ThreadFormulaStudy.study.id)
      .flatMap(_.factor)
      .map(_.value)
    val between = tried.filter(n => tried.contains(n / 2) && tried.contains(n * 2))
    (14 to 80).filter(says => between.forall(n => math.abs(n / says - 1) > 0.2)) shouldBe empty
  }

  private def sized(trial: Int => Trial, throughputs: (Int, Double)*): Vector[StoredResult] =
    throughputs.toVector.map { case (n, x) => pooled(trial(n), x, n) }

  // 2 cores × 2 + 1
  "Hikari's formula" should "be enough from 90 % of the best pool on, where connections work" in {
    val study = PoolFormulaStudy.study
    def working(five: Double): Vector[StoredResult] =
      sized(PoolFormulaStudy.trial, 2 -> 900.0, 5 -> five, 50 -> 1500.0)
    def judged(runs: Vector[StoredResult]): Verdict = verdict("hikari/formula#enough")(runs: _*)
    judged(working(1350)) shouldBe Verdict.Reproduced
    judged(working(1349)) shouldBe Verdict.Refuted
    judged(working(1480).filterNot(_.result.run.factor.exists(_.value > 5))) shouldBe Verdict.Undecided
    study.answer(evidence(working(1480): _*)(study)).getOrElse("") should startWith("Take cores × 2 + spindles only")
    study.answer(evidence(working(500): _*)(study)).getOrElse("") should startWith("Do not rely on")
  }

  it should "not be enough below that, where connections are held" in {
    def judged(runs: Vector[StoredResult]): Verdict = verdict("hikari/formula#holding-time")(runs: _*)
    def held(five: Double): Vector[StoredResult] = sized(HoldingStudy.at300ms.trial, 5 -> five, 100 -> 160.0)
    judged(sweep(HoldingStudy.at300ms, sizesAt300ms)(_ => 0)) shouldBe Verdict.Reproduced
    judged(held(143)) shouldBe Verdict.Reproduced
    judged(held(144)) shouldBe Verdict.Refuted
    judged(held(144).take(1)) shouldBe Verdict.Undecided
  }
}
