package bottleneck.lab.explain.statistics

import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class FisherTestSpec extends AnyFlatSpec with Matchers {
  "Fisher's test" should "be that of the lady tasting tea" in {
    // Fisher, The Design of Experiments, 1935, §5: 1 of 70, and 17 of 70 with one cup of each kind confused
    FisherTest.pValueAbove(4, 4, 0, 4) shouldBe 1.0 / 70 +- 1e-9
    FisherTest.pValueAbove(3, 4, 1, 4) shouldBe 17.0 / 70 +- 1e-9
  }

  it should "say that one hit may be chance, and that none is" in {
    FisherTest.pValueAbove(1, 500, 0, 500) shouldBe 0.5 +- 1e-9
    FisherTest.pValueAbove(0, 500, 0, 500) shouldBe 1
    FisherTest.pValueAbove(0, 0, 0, 0) shouldBe 1
  }

  it should "know no more hits than there are" in {
    an[IllegalArgumentException] should be thrownBy FisherTest.pValueAbove(5, 4, 0, 4)
  }
}
