package bottleneck.lab.explain.page

import bottleneck.lab.explain.record.{Demand, DemandLine, Result}
import bottleneck.lab.explain.theory.Prediction
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class MissedSpec extends AnyFlatSpec with Matchers {

  /** 200 requests/s were answered where so many are predicted, within ±5 %. */
  private def sentence(perSecond: Double, by: String = "cores"): Option[String] = {
    val run = ExampleResults.oneInstance
    val measured = run.copy(
      measured = run.measured.copy(total = run.total.copy(throughput = 200, ko = 0)),
      server = run.server.copy(cpu =
        run.server.cpu.copy(service = Some(0.5), database = None, generator = Some(0.3), balancer = Some(0))
      ),
      expected = run.expected.copy(demand =
        Some(Demand(cpuMs = 5, serviceCpuMs = 3, responseMs = 7, line = DemandLine(idleCores = Some(0.1))))
      )
    )
    Missed.sentence(predicted(measured, Prediction(perSecond, by, "").plusMinus(0.05)))
  }

  private def predicted(run: Result, limit: Prediction): Result = ExampleResults.predicted(run, limit)

  "A run outside the predicted interval" should "say so, with what a request cost before and in the window" in {
    sentence(180) shouldBe Some(
      "The throughput lies outside the predicted interval. A request took 5.00 ms of CPU time in the calibration and " +
        "3.50 ms in the window, which used 0.80 cores, compilers included."
    )
    sentence(180, by = "threads") shouldBe Some("The throughput lies outside the predicted interval.")
  }

  "A run within it, or without one" should "have nothing to say" in {
    sentence(195) shouldBe None
    Missed.sentence(predicted(ExampleResults.oneInstance, Prediction(1, "cores", ""))) shouldBe None
  }
}
