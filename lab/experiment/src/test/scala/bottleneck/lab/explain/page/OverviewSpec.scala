package bottleneck.lab.explain.page

import bottleneck.lab.explain.page.ExampleResults._
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class OverviewSpec extends AnyFlatSpec with Matchers {

  "Runs" should "have a line each, with prediction, measurement and whether they count" in {
    val again = objected(fiveInstances, "steady", "it drifts")
    Overview.lines(
      Vector(oneInstance, again.copy(run = again.run.copy(identity = again.run.identity.copy(attempt = 2))))
    ) shouldBe Vector(
      "  variant                                       predicted/s   measured/s    ratio  run",
      "  random-latency, 1 instance                          195.1        193.6    0.992  sound",
      "  random-latency, 5 instances                         975.6        977.0    1.001  disturbed, attempt 2"
    )
  }

  they should "have a dash for what is not predicted" in {
    Overview
      .lines(Vector(oneInstance.copy(expected = oneInstance.expected.copy(prediction = None, efficiency = None))))
      .last should include("–")
  }

  "No runs" should "have no table" in {
    Overview.lines(Vector.empty) shouldBe empty
  }
}
