package bottleneck.lab.explain.statistics

import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class LinearFitSpec extends AnyFlatSpec with Matchers {

  "A line" should "explain points on it wholly" in {
    val fit = LinearFit.of(Vector(1.0 -> 3.0, 2.0 -> 5.0, 10.0 -> 21.0)).getOrElse(fail())
    fit.slope shouldBe 2.0 +- 1e-9
    fit.intercept shouldBe 1.0 +- 1e-9
    fit.rSquared shouldBe 1.0 +- 1e-9
  }

  // by hand: means 2 and 2, Sxy 1, Sxx 2, Syy 2, so R² = 1 / (2 × 2)
  it should "explain scattered points in part" in {
    LinearFit.of(Vector(1.0 -> 1.0, 2.0 -> 3.0, 3.0 -> 2.0)).map(_.rSquared).getOrElse(0.0) shouldBe 0.25 +- 1e-9
  }

  it should "not be told from two numbers, however often measured" in {
    LinearFit.of(Vector(1.0 -> 3.0, 2.0 -> 5.0, 2.0 -> 5.1)) shouldBe None
    LinearFit.of(Vector.empty) shouldBe None
  }
}
