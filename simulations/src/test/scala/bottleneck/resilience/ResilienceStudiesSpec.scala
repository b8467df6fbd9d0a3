package bottleneck.resilience

import bottleneck.StudyRuns
import bottleneck.lab.explain.record.InterventionStep
import bottleneck.lab.explain.theory.Extent
import bottleneck.lab.explain.verdict._
import bottleneck.lab.target.Step
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._

class ResilienceStudiesSpec extends AnyFlatSpec with Matchers {
  private def run(trial: Trial, failed: Long, stallMs: Int = 0): StoredResult = StudyRuns.stored(trial, 100) { run =>
    val restarted = Vector.fill(5)(InterventionStep("restart", 1000, Some(9000), Step.ok))
    run.copy(
      measured = run.measured.copy(total = run.total.copy(ko = failed), stalls = Map("GET /" -> stallMs)),
      treatment = run.treatment.copy(intervention = restarted)
    )
  }

  private def plain(text: String): String = text.replace('\u202f', ' ')

  "A rolling restart" should "be advised where no request failed, with what each step is for" in {
    def advice(failed: Long): String = plain(
      RollingRestartStudy.study
        .advice(
          Evidence.of(
            Vector(
              run(RollingRestartStudy.trial(RollingRestartStudy.all), failed),
              run(RollingRestartStudy.trial(RollingRestartStudy.withoutGrace), 21)
            )
          )
        )
        .mkString(" ")
    )
    advice(0) should (include("Restart one instance after the other") and include("0 of 2"))
    advice(0) should (include("Ran without graceful shutdown, 21 of 2") and not include "without draining")
    advice(1) should not include "Restart one instance"
  }

  "The pool's recovery" should "be compared fault by fault, where both settings ran" in {
    def of(outage: Outage, timeouts: Timeouts, failed: Long, stallMs: Int): StoredResult =
      run(PoolRecoveryStudy.trial(outage, timeouts), failed, stallMs)
    val stalls = Vector(
      of(Outage.Stall, Timeouts.Defaults, 0, 5000),
      of(Outage.Stall, Timeouts.Tuned, 10, 6000),
      of(Outage.Lost, Timeouts.Defaults, 0, 26000)
    )
    val answer = PoolRecoveryStudy.study.answer(Evidence.of(stalls)).map(plain).getOrElse("")
    answer shouldBe
      "Network stalled for 5 s: with defaults no answer for 5.00 s and 0 failed requests; tuned no answer for 6.00 s and 10 failed requests."
    PoolRecoveryStudy.study.advice(Evidence.of(stalls)).mkString should not include "Set socketTimeout"
    PoolRecoveryStudy.study.answer(Evidence.none) shouldBe None
  }

  "Lost instances" should "be told one by one, with what the slowest waited for" in {
    def of(variant: String, failed: Long, slowestMs: Long): StoredResult = {
      val stored = run(LostInstancesStudy.trial(variant), failed, 1500)
      val total = stored.result.total
      val latency = total.latencyMs.map(_.copy(max = slowestMs))
      val measured = stored.result.measured.copy(total = total.copy(latencyMs = latency))
      stored.copy(result = stored.result.copy(measured = measured))
    }
    val both = Evidence.of(
      Vector(of(LostInstancesStudy.killed, 5, 2100), of(LostInstancesStudy.killedAndStalled, 6, 11500))
    )
    val answer = LostInstancesStudy.study.answer(both).map(plain).getOrElse("")
    answer should (include("One killed: 5 of 2") and include("the slowest answer took 2.10 s"))
    answer should include("One killed, one stalled: 6 of 2")
    plain(LostInstancesStudy.study.advice(both).mkString) should include("for up to 11.5 s")
    LostInstancesStudy.study.answer(Evidence.none) shouldBe None
  }

  "What is predicted" should "follow from users, instances and timeouts" in {
    RollingRestarts.cutOff shouldBe (8 -> Some(37))
    RollingRestarts.refused shouldBe (1 -> Some(59))
    // 4 under way ± 5.4, and twice the 5.9 that come in 1.5 s
    LostInstances.failed shouldBe (1 -> Some(22))
    Outage.Stall.expected(Timeouts.Defaults, 26.seconds).failed.most shouldBe Some(0)
    Outage.Stall.expected(Timeouts.Tuned, 26.seconds).stallMs shouldBe Extent(2920, Some(5500))
    Outage.Lost.expected(Timeouts.Defaults, 26.seconds).stallMs shouldBe Extent(8000, None)
    Outage.Lost.expected(Timeouts.Defaults, 26.seconds).failed shouldBe Extent(10, Some(40))
    Outage.Lost.expected(Timeouts.Tuned, 26.seconds).stallMs.least shouldBe 2000
    Outage.Restart.expected(Timeouts.Tuned, 26.seconds) shouldBe Outage.Restart.expected(Timeouts.Defaults, 26.seconds)
  }
}
