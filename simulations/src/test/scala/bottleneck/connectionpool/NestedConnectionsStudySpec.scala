package bottleneck.connectionpool

import bottleneck.lab.explain.verdict._
import bottleneck.connectionpool.PoolRuns._
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class NestedConnectionsStudySpec extends AnyFlatSpec with Matchers {
  private def nested(perTask: Int, pool: NestedPool, timeouts: Long, pending: Int, second: Int = 0): StoredResult =
    changed(pooled(NestedConnectionsStudy.trial(perTask, pool), 100, pool.size(perTask), pending, ko = timeouts))(run =>
      run.copy(run = run.run.copy(startedAt = s"2026-01-01T00:00:0${second}Z"))
    )

  private def fiveAt(perTask: Int): Vector[StoredResult] =
    (0 until 5).toVector.map(nested(perTask, NestedPool.Formula, timeouts = 0, pending = 4, _))

  private val stuck = Vector(2, 3).map(nested(_, NestedPool.Below, timeouts = 40, pending = 5))

  "The deadlock" should "happen below the formula and never at it" in {
    val study = NestedConnectionsStudy.study
    NestedPool.Formula.size(2) shouldBe 6
    NestedPool.Formula.size(3) shouldBe 11
    verdicts(study, stuck ++ fiveAt(2) ++ fiveAt(3): _*) shouldBe Vector(Verdict.Reproduced)
    val free = nested(2, NestedPool.Below, timeouts = 0, pending = 5) +: stuck.drop(1)
    verdicts(study, free ++ fiveAt(2) ++ fiveAt(3): _*) shouldBe Vector(Verdict.Refuted)
    val once = nested(2, NestedPool.Formula, timeouts = 1, pending = 4, second = 9)
    verdicts(study, (stuck ++ fiveAt(2) ++ fiveAt(3)) :+ once: _*) shouldBe Vector(Verdict.Refuted)
  }

  it should "not be called absent after fewer than five runs" in {
    verdicts(NestedConnectionsStudy.study, stuck ++ fiveAt(2).take(4) ++ fiveAt(3): _*) shouldBe Vector(
      Verdict.Undecided
    )
    verdicts(NestedConnectionsStudy.study, stuck: _*) shouldBe Vector(Verdict.NotRun)
    val unwatched =
      stuck.map(changed(_)(run => run.copy(server = run.server.copy(service = run.server.service.copy(hikari = None)))))
    verdicts(NestedConnectionsStudy.study, unwatched ++ fiveAt(2) ++ fiveAt(3): _*) shouldBe Vector(Verdict.Undecided)
  }
}
