package bottleneck.lab.explain.statistics

import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class BaselineComparisonSpec extends AnyFlatSpec with Matchers {

  // of 35 ways to choose three of seven ranks, two are as extreme
  "A comparison with the baseline" should "be Mann and Whitney's, exact for few values" in {
    val found = BaselineComparison.of(Vector(4, 5, 6, 7), Vector(1, 2, 3)).getOrElse(fail())
    found.pValue shouldBe 2.0 / 35 +- 1e-9
    found.ratio shouldBe 2 / 5.5
    (found.baseline, found.newest) shouldBe ((4, 3))
  }

  it should "find nothing between values that are all the same" in {
    BaselineComparison.of(Vector.fill(9)(4.0), Vector.fill(3)(4.0)).map(_.pValue) shouldBe Some(1)
  }

  // t(0.995; 10) = 3.16927, t(0.8; 10) = 0.87906; logarithms of ±0.1 around two means
  it should "name the smallest difference that it would show" in {
    def around(mean: Double, n: Int): Vector[Double] =
      Vector.tabulate(n)(i => mean * math.exp(if (i % 2 == 0) 0.1 else -0.1))
    val found = BaselineComparison.of(around(50, 8), around(60, 4)).getOrElse(fail())
    val error = math.sqrt(12 * 0.01 / 10) * math.sqrt(1.0 / 8 + 1.0 / 4)
    found.smallest(0.01) shouldBe math.exp((3.16927 + 0.87906) * error) - 1 +- 1e-5
  }

  it should "need values above 0 on both sides" in {
    BaselineComparison.of(Vector.empty, Vector(1, 2)) shouldBe None
    BaselineComparison.of(Vector(1), Vector(2)) shouldBe None
    an[IllegalArgumentException] should be thrownBy BaselineComparison.of(Vector(0, 1), Vector(1))
  }
}
