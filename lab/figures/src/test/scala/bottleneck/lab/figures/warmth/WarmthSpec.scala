package bottleneck.lab.figures.warmth

import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._

class WarmthSpec extends AnyFlatSpec with Matchers {

  "A change" should "be that of a straight line, as a part of the mean" in {
    Warmth.relativeChange(Vector(1, 3)) shouldBe 1.0 +- 1e-9
    // 3 less over a mean of 8.5
    Warmth.relativeChange(Vector(10, 9, 8, 7)) shouldBe -3 / 8.5 +- 1e-9
  }

  it should "be smaller than the range of values that stray" in {
    Warmth.relativeChange(Vector(1, 4, 4, 1)) shouldBe 0.0 +- 1e-9
    // worked by hand: Σ(x − 1.5)·y = −0.03, ÷ 5 is the slope, 3 steps of it, mean 1
    Warmth.relativeChange(Vector(1.0, 1.03, 0.97, 1.0)) shouldBe -0.018 +- 1e-9
  }

  "An early slice without an answer" should "not count once it is past" in {
    def warmth(costs: Double*) = Warmth.of(Vector("it" -> costs.toVector), seconds = 4)
    warmth(Double.PositiveInfinity, 1, 1, 1) shouldBe Warmth.tooFew
    warmth(Double.PositiveInfinity, 1, 1, 1, 1).isWarm shouldBe true
  }

  "Slices" should "be taken until they are warm, and what moves said meanwhile" in {
    val costs = Iterator(8.0, 4, 2, 1, 1, 1, 1, 1)
    var said = Vector.empty[String]
    def warmth(all: Vector[Double]) = Warmth.of(Vector("it" -> all), seconds = 4)
    val (all, last) =
      Warmth.await(1.hour, 1.second, line = 1.nano)(costs.next())(warmth)(line => said = said :+ line)
    (all, last) shouldBe ((Vector(8.0, 4, 2, 1, 1, 1, 1), Warmth(Vector.empty)))
    said.take(4).last should endWith(" s more at most: it changed by -184 % within 4 s")
    said.head should (startWith("warming up for 0 s, for about 3") and endWith(": it has just begun"))
  }

  they should "end where there is no time for one more" in {
    val (all, last) = Warmth.await(1.second, 1.second)(1.0)(all => Warmth.of(Vector("it" -> all), 1))(fail(_))
    (all, last) shouldBe ((Vector(1.0), Warmth(Vector("it has just begun"))))
  }

  they should "not be warm where a request has no cost, as none was answered" in {
    Warmth.of(Vector("it" -> Vector.fill(4)(Double.PositiveInfinity)), 4) shouldBe Warmth.tooFew
  }
}
