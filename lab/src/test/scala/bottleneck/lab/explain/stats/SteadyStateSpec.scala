package bottleneck.lab.explain.stats

import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.util.Random

class SteadyStateSpec extends AnyFlatSpec with Matchers {

  private def ramp(seconds: Int, change: Double): Vector[Double] =
    Vector.tabulate(seconds)(second => 100 * (1 + change * (second + 0.5) / seconds - change / 2))

  /** How many of 200 series of `seconds`, with noise of `cv` and correlation 0.3, are refused. */
  private def refused(seconds: Int, cv: Double, seed: Long)(disturbed: Vector[Double] => Vector[Double]): Int = {
    val random = new Random(seed)
    (1 to 200).count { _ =>
      SteadyState.of(disturbed(Noise.correlated(seconds, 0.3, random).map(noise => 100 * (1 + cv * noise)))).hasTrend
    }
  }

  "Theil and Sen's slope" should "be the median of all pairs'" in {
    // by hand: slopes 1, 1.5, 13/3, 2, 6, 10, so (2 + 13/3) / 2
    Trend.theilSen(Vector(0, 1, 3, 13)) shouldBe 3.16667 +- 0.00001
  }

  it should "be that of a long series too, without the millions of its pairs" in {
    val random = new Random(4)
    val hours = Vector.tabulate(20003)(second => 100 + 0.002 * second + random.nextGaussian())
    Trend.theilSen(hours) shouldBe 0.002 +- 1e-5
    // of an outlier in a hundred it does not take notice either
    Trend.theilSen(hours.zipWithIndex.map { case (value, n) =>
      if (n % 2000 < 20) 9000 else value
    }) shouldBe 0.002 +- 1e-4
  }

  "Mann and Kendall's test" should "correct for ties" in {
    // by hand: S = 5, variance (4·3·13 − 2·1·9) / 18 = 7.6667, z = 4 / 2.7689
    Trend.mannKendall(Vector(1, 2, 2, 3)) shouldBe 0.148562 +- 0.000001
    Trend.mannKendall(Vector(3, 2, 2, 1)) shouldBe 0.148562 +- 0.000001
  }

  it should "be sure of ten rising values" in {
    // by hand: S = 45, variance 125, z = 44 / 11.18
    Trend.mannKendall(Vector.tabulate(10)(_.toDouble)) shouldBe 8.303e-5 +- 1e-8
  }

  it should "see nothing in equal values" in {
    Trend.mannKendall(Vector.fill(10)(7.0)) shouldBe 1.0
  }

  "A window" should "have a trend where it drifts by more than a tenth" in {
    for (seconds <- Vector(18, 30, 60); change <- Vector(-0.2, 0.2)) {
      val state = SteadyState.of(ramp(seconds, change))
      state.relativeChange shouldBe change +- 0.001
      state.hasTrend shouldBe true
    }
  }

  it should "have none where the drift is sure but small" in {
    val state = SteadyState.of(ramp(60, 0.09))
    state.pValue should be < 0.01
    state.hasTrend shouldBe false
  }

  it should "have none where it is only noisy, however short" in {
    // p < 0.01 means 2 of 200, and 10 are 5 standard errors more
    for (seconds <- Vector(18, 30, 60)) refused(seconds, 0.2, seconds)(identity) should be < 10
  }

  it should "not lose its trend in noise" in {
    for (seconds <- Vector(18, 30, 60))
      refused(seconds, 0.03, seconds)(_.zip(ramp(seconds, 0.25)).map { case (noise, drift) =>
        noise + drift - 100
      }) should
        be > 190
  }

  it should "have none from a stall of three seconds, wherever it is" in {
    def stalled(seconds: Int, at: Int): Int =
      refused(seconds, 0.05, seconds + at)(_.patch(at, Vector.fill(3)(0.0), 3))
    for (seconds <- Vector(30, 60); at <- Vector(0, seconds / 2, seconds - 3)) stalled(seconds, at) should be < 15
    // at an end of so short a window a stall begins to look like a change
    stalled(18, at = 9) should be < 10
  }

  it should "be mistaken less often in batches than second by second" in {
    val random = new Random(5)
    val steady = Vector.fill(500)(Noise.correlated(60, 0.5, random).map(noise => 100 + 10 * noise))
    steady.count(Trend.mannKendall(_) < 0.01) should be > 40
    steady.count(SteadyState.of(_).pValue < 0.01) should be < 15
  }

  it should "have none where nothing happened" in {
    SteadyState.of(Vector.fill(20)(0.0)) shouldBe SteadyState(0, 1)
  }

  it should "be ten seconds long at least" in {
    an[IllegalArgumentException] should be thrownBy SteadyState.of(ramp(9, 0.5))
    SteadyState.of(ramp(10, 0.5)).hasTrend shouldBe true
  }
}
