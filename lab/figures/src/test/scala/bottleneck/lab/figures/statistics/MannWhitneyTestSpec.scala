package bottleneck.lab.figures.statistics

import org.hipparchus.stat.inference.MannWhitneyUTest
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class MannWhitneyTestSpec extends AnyFlatSpec with Matchers {

  "Mann and Whitney's test" should "have all pairs agree by chance as often as one order of all" in {
    MannWhitneyTest.pValueAbove(9, 3, 3) shouldBe 1.0 / 20 +- 1e-12
    MannWhitneyTest.pValueAbove(16, 4, 4) shouldBe 1.0 / 70 +- 1e-12
    MannWhitneyTest.pValueAbove(15, 4, 4) shouldBe 2.0 / 70 +- 1e-12
    MannWhitneyTest.pValueAbove(28, 5, 6) shouldBe 4.0 / 462 +- 1e-12
    MannWhitneyTest.pValueAbove(20, 20, 1) shouldBe 1.0 / 21 +- 1e-12
  }

  it should "be that of a library, on both sides" in {
    val samples = Vector(
      Array(1.0, 4.0, 6.0, 7.0) -> Array(2.0, 3.0, 5.0),
      Array(5.0, 6.0, 8.0, 9.0, 10.0) -> Array(1.0, 2.0, 3.0, 4.0, 7.0, 11.0)
    )
    samples.foreach { case (these, those) =>
      val pairs = (for { one <- these; other <- those } yield one > other).count(identity)
      val further = math.max(pairs, these.length * those.length - pairs)
      2 * MannWhitneyTest.pValueAbove(further, these.length, those.length) shouldBe
        new MannWhitneyUTest().mannWhitneyUTest(these, those, true) +- 1e-9
    }
  }

  it should "keep to its tails after many nights" in {
    // the larger half of the orders begins at the middle, by their symmetry
    val middle = 120 * 120 / 2
    def p(above: Int): Double = MannWhitneyTest.pValueAbove(above, 120, 120)
    p(middle) + p(middle + 1) shouldBe 1.0 +- 1e-9
    p(120 * 120) should (be > 0.0 and be < 1e-60)
  }

  it should "say nothing without pairs, or where none is above" in {
    for ((of, others) <- Vector(0 -> 4, 4 -> 0, 5 -> 6)) MannWhitneyTest.pValueAbove(0, of, others) shouldBe 1
  }
}
