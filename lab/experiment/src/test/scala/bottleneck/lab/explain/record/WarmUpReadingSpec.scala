package bottleneck.lab.explain.record

import bottleneck.lab.explain.preparation.{MadeSlices, Preparation}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class WarmUpReadingSpec extends AnyFlatSpec with Matchers {

  /** A warm-up of slices of 3 s each, and paces after it. */
  private def reading(requestMs: Double*): WarmUpReading = {
    val slices = MadeSlices.warming(requestMs: _*) ++ MadeSlices.calibrating()("service-1" -> (_ * 0.004))
    WarmUpReading.of(Preparation(slices, boundMs = 60000, heldMs = None, cpus = 2))
  }

  "A warm-up" should "have taken as long as its own slices" in {
    reading(2, 1, 1, 1, 1) shouldBe WarmUpReading(15, 60, Vector.empty)
    reading(2, 1, 1, 1, 1).text shouldBe "warm after 15 s"
  }

  it should "tell everything that still changed at its end" in {
    val cold = reading(1, 1, 1, 1, 1.2, 1.4)
    cold.text shouldBe
      "not warm after 18 s: the CPU time of a request in the service changed by +37 % within 12 s"
    cold.copy(moving = Vector("this changed", "and that")).text shouldBe "not warm after 18 s: this changed; and that"
  }

  it should "have been too short to tell" in {
    reading(1).text shouldBe "not warm after 3 s: there were too few requests"
  }
}
