package bottleneck.lab.explain.statistics

import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class StudentTestSpec extends AnyFlatSpec with Matchers {

  // by hand: squares 8 + 26 of 4 degrees, t = 11 ÷ (√8.5 × √(2/3)); its distribution has a closed form
  "Student's test" should "pool the spread of both samples" in {
    val test = StudentTest.of(Vector(10, 12, 14), Vector(20, 22, 27)).getOrElse(fail())
    test.difference shouldBe 11.0
    test.degrees shouldBe 4
    test.standard shouldBe math.sqrt(8.5)
    test.pValue shouldBe 0.009874 +- 0.000001
    test.pValueAbove shouldBe test.pValue / 2
  }

  it should "say how likely a fall is where it asks for a rise" in {
    val test = StudentTest.of(Vector(20, 22, 27), Vector(10, 12, 14)).getOrElse(fail())
    test.pValue shouldBe 0.009874 +- 0.000001
    test.pValueAbove shouldBe 1 - 0.009874 / 2 +- 0.000001
  }

  it should "need a spread, which one sample may show alone" in {
    StudentTest.of(Vector(10), Vector(12)) shouldBe None
    StudentTest.of(Vector.empty, Vector(10, 12, 14)) shouldBe None
    StudentTest.of(Vector(10, 12, 14), Vector(12)).map(_.degrees) shouldBe Some(2)
  }

  it should "be sure of constants" in {
    StudentTest.of(Vector(5, 5), Vector(5, 5)).map(_.pValue) shouldBe Some(1)
    StudentTest.of(Vector(5, 5), Vector(6, 6)).map(_.pValue) shouldBe Some(0)
    StudentTest.of(Vector(5, 5), Vector(4, 4)).map(_.pValueAbove) shouldBe Some(1)
  }
}
