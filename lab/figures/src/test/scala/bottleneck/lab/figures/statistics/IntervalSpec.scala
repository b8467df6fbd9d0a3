package bottleneck.lab.figures.statistics

import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class IntervalSpec extends AnyFlatSpec with Matchers {

  // by hand: s² = 10 / 4, standard error √(2.5 / 5) = 0.70711, t(4 degrees) = 2.77645 from a table
  "An interval" should "be Student's over repeats" in {
    val interval = Interval.of(Vector(1, 2, 3, 4, 5)).getOrElse(fail())
    interval.mean shouldBe 3.0
    interval.halfWidth shouldBe 1.96324 +- 0.00001
    (interval.n, interval.confidence) shouldBe ((5, 0.95))
    interval.contains(4.96) shouldBe true
    Vector(1.03, 4.97).exists(interval.contains) shouldBe false
  }

  it should "be wider for more confidence" in {
    // t(4 degrees, 99 %) = 4.60409 from a table
    Interval.of(Vector(1, 2, 3, 4, 5), 0.99).map(_.halfWidth).getOrElse(0.0) shouldBe 3.25558 +- 0.00001
    an[IllegalArgumentException] should be thrownBy Interval.of(Vector(1, 2), 1)
  }
}
