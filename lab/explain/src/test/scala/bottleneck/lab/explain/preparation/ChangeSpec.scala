package bottleneck.lab.explain.preparation

import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class ChangeSpec extends AnyFlatSpec with Matchers {

  "A change" should "be that of a straight line, as a part of the mean" in {
    Change.of(Vector(1, 3)) shouldBe 1.0 +- 1e-9
    // 3 less over a mean of 8.5
    Change.of(Vector(10, 9, 8, 7)) shouldBe -3 / 8.5 +- 1e-9
  }

  it should "be smaller than the range of values that stray" in {
    Change.of(Vector(1, 4, 4, 1)) shouldBe 0.0 +- 1e-9
    // worked by hand: Σ(x − 1.5)·y = −0.03, ÷ 5 is the slope, 3 steps of it, mean 1
    Change.of(Vector(1.0, 1.03, 0.97, 1.0)) shouldBe -0.018 +- 1e-9
  }
}
