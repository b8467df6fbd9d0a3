package bottleneck.balancer

import bottleneck.lab.explain.record._
import bottleneck.lab.explain.verdict._
import bottleneck.StudyRuns
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

  private def verdict(runs: StoredResult*): Verdict =
    HealthCheckStudy.study.statements.head.judge(Evidence.of(runs.toVector)).verdict

  private val lenient = run(10.seconds, lastMs = 50000, p99Ms = 6400)

  "Strict checks" should "keep requests away in time and shorten the 99th percentile five times" in {
    verdict(lenient, run(500.millis, lastMs = 6500, p99Ms = 60)) shouldBe Verdict.Reproduced
    verdict(lenient, run(500.millis, lastMs = 6501, p99Ms = 60)) shouldBe Verdict.Refuted
    verdict(lenient, run(500.millis, lastMs = 6500, p99Ms = 1281)) shouldBe Verdict.Refuted
    verdict(lenient, run(500.millis, lastMs = 6500, p99Ms = 60, downMs = Some(6501))) shouldBe Verdict.Refuted
    verdict(lenient, run(500.millis, lastMs = 6500, p99Ms = 60, downMs = None)) shouldBe Verdict.Undecided
  }

  they should "not be judged without the balancer's log" in {
    val blind = run(500.millis, lastMs = 6500, p99Ms = 60)
    verdict(
      lenient,
      blind.copy(result = blind.result.copy(measured = blind.result.measured.copy(balancer = None)))
    ) shouldBe Verdict.Undecided
  }

  "The advice" should "say how many requests went astray" in {
    HealthCheckStudy.study.advice(Evidence.of(Vector(lenient))).last should include("25.0")
  }
}
