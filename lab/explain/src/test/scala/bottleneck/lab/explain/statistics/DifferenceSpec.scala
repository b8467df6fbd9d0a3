package bottleneck.lab.explain.statistics

import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class DifferenceSpec extends AnyFlatSpec with Matchers {

  private val slow = Vector(10.0, 12.0, 14.0)
  private val fast = Vector(20.0, 22.0, 27.0)

  // by hand: squared errors 4/3 and 13/3, 3.1243 degrees of freedom; t by numeric integration of its density
  "A difference" should "be Welch's" in {
    val difference = Difference.of(slow, fast).getOrElse(fail())
    difference.value shouldBe 11.0
    difference.low shouldBe 3.59198 +- 0.00001
    difference.high shouldBe 18.40802 +- 0.00001
    difference.isDetectable shouldBe true
    difference.text shouldBe "11.0 (3.59 to 18.4)"
  }

  it should "not be detectable where the interval contains none" in {
    val same = Difference.of(Vector(10, 12, 14), Vector(11, 12, 15)).getOrElse(fail())
    same.isDetectable shouldBe false
    same.text should startWith("no detectable difference: 0.667 (")
  }

  it should "not be detectable between equal constants, but be between others" in {
    Difference.of(Vector(5, 5), Vector(5, 5)).map(_.isDetectable) shouldBe Some(false)
    Difference.of(Vector(5, 5), Vector(6, 6)).map(_.isDetectable) shouldBe Some(true)
  }

  "A ratio" should "be Welch's of logarithms" in {
    val ratio = Difference.ratio(slow, fast).getOrElse(fail())
    ratio.value shouldBe 1.919416 +- 0.000001
    ratio.low shouldBe 1.330598 +- 0.000001
    ratio.high shouldBe 2.768799 +- 0.000001
    ratio.isDetectable shouldBe true
  }
}
