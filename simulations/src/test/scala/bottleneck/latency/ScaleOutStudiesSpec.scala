package bottleneck.latency

import bottleneck.lab.explain.statistics.{Latency, Sent, ServiceOrder}
import bottleneck.lab.explain.verdict._
import bottleneck.StudyRuns
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class ScaleOutStudiesSpec extends AnyFlatSpec with Matchers {
  private def run(trial: Trial, slowest: Long, ko: Long = 0): StoredResult = StudyRuns.stored(trial, 97.5) { run =>
    val times = Latency(50, 9000, 9000, 10000, 14000, 15000, 16000, slowest)
    run.copy(measured =
      run.measured.copy(
        total = run.total.copy(latencyMs = Some(times), ko = ko),
        byLoad =
          run.measured.byLoad.copy(order = Some(ServiceOrder(0.38, Some(0.41), slowest * 1.02, 11225, Vector.empty)))
      )
    )
  }

  private def judgement(source: String, runs: StoredResult*): Judgement =
    SameUsersStudy.study.statements.find(_.id == source).get.judge(Evidence.of(runs.toVector))

  private def verdict(runs: StoredResult*): Verdict = judgement("tuning/thirty-instances", runs: _*).verdict

  "Five instances" should "fail nobody" in {
    // also before the window
    def failing(ko: Long, second: Int = 0, error: String = "Request timeout"): Verdict = {
      val stored = run(SameUsersStudy.crowd(5), 17400)
      val seen = stored.result.measured
      val sent = Vector(Sent(second, 1000 - ko, ko, None, None, None, Map(error -> ko).filter(_._2 > 0)))
      val failed = stored.result.copy(measured =
        seen.copy(
          wholeRun = seen.wholeRun.copy(ko = ko),
          byLoad = seen.byLoad.copy(order = seen.byLoad.order.map(_.copy(sent = sent)))
        )
      )
      judgement("tuning/five-instances#no-time-outs", stored.copy(result = failed)).verdict
    }
    failing(ko = 0) shouldBe Verdict.Reproduced
    failing(ko = 1) shouldBe Verdict.Refuted
    failing(ko = 1, error = "i.n.c.ConnectTimeoutException: connection timed out") shouldBe Verdict.Refuted
    // users arrive within 1 s
    failing(ko = 1, second = 1) shouldBe Verdict.Undecided
    failing(ko = 1, error = "status.find.is(200), but actually found 500") shouldBe Verdict.Undecided
  }

  "Thirty instances" should "cut the slowest response by half of the way to the source's part, or more" in {
    verdict(run(SameUsersStudy.crowd(5), 17400), run(SameUsersStudy.crowd(30), 9651)) shouldBe Verdict.Reproduced
    // as published
    verdict(run(SameUsersStudy.crowd(5), 13000), run(SameUsersStudy.crowd(30), 4000)) shouldBe Verdict.Reproduced
    verdict(run(SameUsersStudy.crowd(5), 17400), run(SameUsersStudy.crowd(30), 9652)) shouldBe Verdict.Refuted
    val failed = run(SameUsersStudy.crowd(30), 3100)
    val measured = failed.result.measured
    val before = failed.result.copy(measured = measured.copy(wholeRun = measured.wholeRun.copy(ko = 1)))
    verdict(run(SameUsersStudy.crowd(5), 17400), failed.copy(result = before)) shouldBe Verdict.Refuted
    verdict(run(SameUsersStudy.crowd(5), 17400)) shouldBe Verdict.NotRun
  }

  "The same users" should "be answered with theory beside each" in {
    val runs = Vector(1 -> 17700L, 5 -> 3700L, 30 -> 2010L).map { case (n, ms) => run(SameUsersStudy.trial(n), ms) }
    val evidence = Evidence.of(runs, SameUsersStudy.study.order)
    val answer = SameUsersStudy.study.answer(evidence).getOrElse("").replace('\u202f', ' ')
    answer should (include("17.7 s (theory: 18.1 s)") and include("2.01 s (theory: 2.05 s)"))
    val closing = Evidence.of(runs :+ run(SameUsersStudy.closing, 11900))
    SameUsersStudy.study.advice(closing).head.replace('\u202f', ' ') should (include("41.0 %") and include("11.9 s"))
    SameUsersStudy.study.answer(Evidence.of(runs.take(2))) shouldBe None
  }

  private def scaled(numbers: Int*): Evidence =
    Evidence.of(numbers.toVector.map(n => StudyRuns.stored(ScalabilityStudy.trial(n), 39.0 * n)(identity)))

  "Scalability" should "be told with intervals from six sizes on" in {
    val evidence = scaled(1, 2, 3, 5, 10, 20, 30)
    ScalabilityStudy.study.answer(evidence).getOrElse("") should (include("39.0/s") and include("3,900/s"))
    ScalabilityStudy.study.conclusions.law(evidence).map(_.at(100).value).getOrElse(0.0) shouldBe 3900.0 +- 1
    ScalabilityStudy.study.answer(scaled(1, 2, 3, 5, 10)) shouldBe None
  }
}
