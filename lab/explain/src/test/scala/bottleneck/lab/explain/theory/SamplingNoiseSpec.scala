package bottleneck.lab.explain.theory

import org.hipparchus.stat.StatUtils
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.util.Random

class SamplingNoiseSpec extends AnyFlatSpec with Matchers {
  // a sleep of 50 … 2000 ms: (1950 / √12) / 1025
  private val cv = 0.5492

  // by hand: 0.5492 / √8712 = 0.5492 / 93.34
  "Noise" should "shrink with the root of the completions" in {
    SamplingNoise.relativeError(8712, cv) shouldBe 0.005884 +- 1e-6
    SamplingNoise.relativeError(4 * 8712, cv) shouldBe 0.005884 / 2 +- 1e-6
    SamplingNoise.relativeError(1, 0) shouldBe 0.0
  }

  // 1000 runs give a standard deviation to 1 / √2000 = 2.2 %; 10 % also allow for threads that all begin at once
  it should "be that of simulated threads" in {
    val random = new Random(41)
    val runs = Array.fill(1000)(completions(threads = 20, seconds = 50, random))
    val relative = math.sqrt(StatUtils.variance(runs: _*)) / StatUtils.mean(runs: _*)
    val expected = SamplingNoise.relativeError(StatUtils.mean(runs: _*).toLong, cv)
    relative shouldBe expected +- 0.1 * expected
  }

  private def completions(threads: Int, seconds: Double, random: Random): Double =
    Vector
      .fill(threads)(Iterator.iterate(0.0)(_ + 0.05 + 1.95 * random.nextDouble()).drop(1).takeWhile(_ <= seconds).size)
      .sum
      .toDouble
}
