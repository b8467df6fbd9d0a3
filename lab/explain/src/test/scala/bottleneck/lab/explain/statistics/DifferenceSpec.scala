package bottleneck.lab.explain.statistics

import bottleneck.lab.explain.statistics.PooledSpread.Repeat
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.util.Random

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

  // by hand: ln(22.814/11.889) = 0.65168, se 0.1 × √(2/3), t(10) = 2.22814
  "A ratio with a known spread" should "be Student's, for one value of each too" in {
    val ratio = Difference.ratio(slow, fast, PooledSpread(0.1, 10))
    ratio.value shouldBe 1.919416 +- 0.000001
    math.log(ratio.high) - math.log(ratio.value) shouldBe 2.22814 * 0.1 * math.sqrt(2.0 / 3) +- 1e-5
    Difference.ratio(Vector(100), Vector(110), PooledSpread(0.01, 10)).isDetectable shouldBe true
    Difference.ratio(Vector(100), Vector(110), PooledSpread(0.05, 10)).isDetectable shouldBe false
  }

  // t(0.975; 10) = 2.22814, t(0.8; 10) = 0.87906
  it should "say what difference so many repeats would show" in {
    val smallest = Difference.smallest(2, PooledSpread(0.01, 10))
    smallest shouldBe math.exp(0.01 * (2.22814 + 0.87906)) - 1 +- 1e-6
  }

  "A ratio" should "be Welch's of logarithms" in {
    val ratio = Difference.ratio(slow, fast).getOrElse(fail())
    ratio.value shouldBe 1.919416 +- 0.000001
    ratio.low shouldBe 1.330598 +- 0.000001
    ratio.high shouldBe 2.768799 +- 0.000001
    ratio.isDetectable shouldBe true
  }

  private val assumed = PooledSpread(standard = 0.1, degrees = 4)

  private def group(values: Double*): Vector[Repeat] = values.toVector.map(Repeat(_, ownVariance = 0))

  // by hand: (4 × 0.01 + 2 × 0.0001 + 1 × 0.02) ÷ (4 + 3) = 0.0086
  "A pooled spread" should "weigh what was assumed and each group by its degrees of freedom" in {
    val pooled = assumed.and(Vector(group(0, 0.01, 0.02), group(1, 1.2), group(5)))
    pooled.standard shouldBe math.sqrt(0.0086) +- 1e-12
    pooled.degrees shouldBe 7
  }

  // 2 × (0.0001 - 0.00004) is left, 60 % of 2 degrees
  it should "not count what each repeat strays by itself" in {
    val known = group(0, 0.01, 0.02).map(_.copy(ownVariance = 0.00004))
    assumed.and(Vector(known)).standard shouldBe math.sqrt((0.04 + 1.2 * 0.00006) / 5.2) +- 1e-12
    val more = group(0, 0.01, 0.02).map(_.copy(ownVariance = 1))
    assumed.and(Vector(more)) shouldBe assumed
  }

  it should "approach what many repeats show" in {
    val random = new Random(1)
    val groups = Vector.fill(100)(group(Vector.fill(10)(0.02 * random.nextGaussian()): _*))
    assumed.and(groups).standard shouldBe 0.02 +- 0.002
  }

  // the variance of a t-distribution of 4 degrees of freedom is 2
  it should "be drawn so that what strays by it has heavier tails than a normal distribution" in {
    val random = new Random(2)
    val drawn = Vector.fill(20000)(assumed.drawn(random) * random.nextGaussian() / 0.1)
    drawn.count(math.abs(_) > 2.776) / 20000.0 shouldBe 0.05 +- 0.008
  }
}
