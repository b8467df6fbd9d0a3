package bottleneck.balancer

import bottleneck.lab.explain.record._
import bottleneck.lab.explain.verdict._
import bottleneck.StudyRuns
import bottleneck.StudyRuns.verdict
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._

class HealthCheckStudySpec extends AnyFlatSpec with Matchers {

  /** A run whose busy instance got its last request at `lastMs` of the run and was busy since 4000. */
  private def run(timeout: FiniteDuration, lastMs: Long, p99Ms: Long, downMs: Option[Long] = Some(6500)): StoredResult =
    StudyRuns.stored(HealthCheckStudy.trial(timeout), 100) { run =>
      run.copy(
        measured = run.measured.copy(
          total = run.total.copy(latencyMs = run.total.latencyMs.map(_.copy(p99 = p99Ms))),
          balancer = Some(
            BalancerReading(
              Vector(
                BalancedServer("service-1", 250, 100, 0, Some(lastMs), downMs),
                BalancedServer("service-2", 250, 300, 0, Some(50000), None)
              )
            )
          )
        ),
        treatment = run.treatment.copy(disturbance = Some(Disturbance(60, 4000)))
      )
    }

  private val lenient = run(10.seconds, lastMs = 50000, p99Ms = 6400)

  private def takesOut(strict: StoredResult): Verdict = verdict("tomcat/health-check#takes-out")(strict)

  private def shortens(strict: StoredResult): Verdict = verdict("tomcat/health-check#should")(lenient, strict)

  "Strict checks" should "keep requests away in time" in {
    takesOut(run(500.millis, lastMs = 6500, p99Ms = 60)) shouldBe Verdict.Reproduced
    takesOut(run(500.millis, lastMs = 6501, p99Ms = 60)) shouldBe Verdict.Undecided
    takesOut(run(500.millis, lastMs = 7500, p99Ms = 60)) shouldBe Verdict.Undecided
    takesOut(run(500.millis, lastMs = 7501, p99Ms = 60)) shouldBe Verdict.Refuted
    takesOut(run(500.millis, lastMs = 6500, p99Ms = 60, downMs = Some(6501))) shouldBe Verdict.Undecided
    takesOut(run(500.millis, lastMs = 6500, p99Ms = 60, downMs = Some(7501))) shouldBe Verdict.Refuted
    takesOut(run(500.millis, lastMs = 6500, p99Ms = 60, downMs = None)) shouldBe Verdict.Refuted
  }

  they should "shorten the 99th percentile five times" in {
    shortens(run(500.millis, lastMs = 6501, p99Ms = 1280)) shouldBe Verdict.Reproduced
    shortens(run(500.millis, lastMs = 6500, p99Ms = 1281)) shouldBe Verdict.Refuted
  }

  they should "count failures, if they are more than a hundredth" in {
    def failing(ko: Long): StoredResult = {
      val stored = run(500.millis, lastMs = 6500, p99Ms = 60)
      val seen = stored.result.measured
      val total = seen.total.copy(ok = 990, ko = ko, failedLatencyMs = seen.total.latencyMs.map(_.copy(p99 = 5000)))
      stored.copy(result = stored.result.copy(measured = seen.copy(total = total)))
    }
    shortens(failing(ko = 10)) shouldBe Verdict.Reproduced
    shortens(failing(ko = 11)) shouldBe Verdict.Refuted
  }

  they should "not be judged without the balancer's log, or without answers" in {
    def measured(change: Measured => Measured): StoredResult = {
      val stored = run(500.millis, lastMs = 6500, p99Ms = 60)
      stored.copy(result = stored.result.copy(measured = change(stored.result.measured)))
    }
    takesOut(measured(_.copy(balancer = None))) shouldBe Verdict.Undecided
    shortens(measured(all => all.copy(total = all.total.copy(latencyMs = None)))) shouldBe Verdict.Undecided
  }

  "The advice" should "say how many requests went astray" in {
    HealthCheckStudy.study.advice(Evidence.of(Vector(lenient))).last should include("25.0")
  }
}
