package bottleneck.lab.explain.statistics

import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.util.Random

class ChangePointsSpec extends AnyFlatSpec with Matchers {

  // what Otava's documentation prints of its example (docs/CSV.md)
  private val otava = Vector(10.43, 10.23, 10.29, 10.91, 10.34, 10.69, 9.23, 9.11, 9.13, 9.03)

  private def noisy(random: Random, levels: Double*): Vector[Double] =
    levels.toVector.map(_ * math.exp(0.05 * random.nextGaussian()))

  "Change points" should "be those of Otava" in {
    val points = ChangePoints.of(otava)
    points.map(_.index) shouldBe Vector(6)
    points.head.ratio shouldBe 1 - 0.129 +- 0.001
    ChangePoints.of(
      Vector(154023, 138455, 143112, 149190, 132098, 151344, 155145, 148889, 149466, 148209)
    ) shouldBe empty
  }

  it should "be where the levels change, in windows that overlap" in {
    val values = noisy(new Random(7), Vector.fill(70)(100.0) ++ Vector.fill(60)(130.0) ++ Vector.fill(20)(100.0): _*)
    val points = ChangePoints.of(values)
    points should have size 2
    points.head.index shouldBe 70 +- 1
    points.last.index shouldBe 130 +- 1
    points.map(_.ratio > 1) shouldBe Vector(true, false)
    points.head.ratio * points.last.ratio shouldBe 1.0 +- 0.05
  }

  it should "be none of a constant, and none where there is too little" in {
    ChangePoints.of(Vector.fill(60)(3.0)) shouldBe empty
    Vector(0, 1, 2).foreach(n => ChangePoints.of(Vector.tabulate(n)(_ + 1.0)) shouldBe empty)
  }

  it should "be one of two constants, from the first value of the new one" in {
    ChangePoints.of(Vector.fill(5)(3.0) ++ Vector.fill(4)(3.1)).map(_.index) shouldBe Vector(5)
  }

  it should "leave out changes that are too small to count" in {
    val values = Vector.fill(5)(100.0) ++ Vector.fill(4)(102.0)
    ChangePoints.of(values, least = 0.019).map(_.index) shouldBe Vector(5)
    ChangePoints.of(values, least = 0.021) shouldBe empty
  }

  it should "be the same turned upside down" in {
    val values = noisy(new Random(3), Vector.fill(30)(10.0) ++ Vector.fill(9)(12.0): _*)
    ChangePoints.of(values.map(1 / _)).map(_.index) shouldBe ChangePoints.of(values).map(_.index)
  }

  it should "need values above 0" in {
    an[IllegalArgumentException] should be thrownBy ChangePoints.of(Vector(1, 0, 1))
  }

  // by hand: of 1, 1, 4, 4 the split in the middle has 2·2÷4 × (2 × 3 − 0 − 0) = 6, the others 2 and 2 at most
  "The best split" should "lie where the energy distance is largest" in {
    EnergySplit.of(Array(1.0, 1, 4, 4), 0, 4) shouldBe Some(2)
    EnergySplit.of(Array(9.0, 1, 1, 4, 4), 1, 5) shouldBe Some(3)
    EnergySplit.of(Array(1.0, 4), 0, 2) shouldBe Some(1)
    EnergySplit.of(Array(1.0), 0, 1) shouldBe None
  }

  it should "see a level that is left again" in {
    EnergySplit.of(Array(1.0, 1, 1, 1, 5, 5, 5, 5, 1, 1, 1, 1), 0, 12) shouldBe Some(4)
  }
}
