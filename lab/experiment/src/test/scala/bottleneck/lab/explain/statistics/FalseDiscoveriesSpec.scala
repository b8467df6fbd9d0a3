package bottleneck.lab.explain.statistics

import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class FalseDiscoveriesSpec extends AnyFlatSpec with Matchers {

  // the example of Benjamini and Hochberg 1995, §3.2: four are rejected at 0.05
  private val published = Vector(0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262,
    0.5719, 0.6528, 0.7590, 1.0)

  "False discoveries" should "be as published" in {
    val rates = FalseDiscoveries.adjusted(published)
    rates.map(_ <= 0.05) shouldBe published.map(_ <= 0.0095)
    rates(3) shouldBe 0.0095 * 15 / 4 +- 1e-12
    rates.last shouldBe 1.0
  }

  it should "keep the order of the tests" in {
    FalseDiscoveries.adjusted(Vector(0.5, 0.01)) shouldBe Vector(0.5, 0.02)
    FalseDiscoveries.adjusted(published.reverse) shouldBe FalseDiscoveries.adjusted(published).reverse
  }

  // the third of four bounds the two below it: 0.012 × 4 ÷ 3
  it should "take the least bound of all tests from each on" in {
    val rates = FalseDiscoveries.adjusted(Vector(0.01, 0.011, 0.012, 0.9))
    rates.take(3).foreach(_ shouldBe 0.016 +- 1e-12)
  }

  it should "be those of the tests themselves where there is one, and none without any" in {
    FalseDiscoveries.adjusted(Vector(0.03)) shouldBe Vector(0.03)
    FalseDiscoveries.adjusted(Vector.empty) shouldBe empty
  }
}
