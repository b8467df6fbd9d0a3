package bottleneck.lab.explain.statistics

import bottleneck.lab.explain.statistics.PooledSpread.Repeat
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.util.Random

class PooledSpreadSpec extends AnyFlatSpec with Matchers {
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
