package bottleneck.lab.figures.statistics

import bottleneck.lab.figures.statistics.SteadyState.Finding
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.util.Random

class SteadyStateSpec extends AnyFlatSpec with Matchers {
  private val windows = 400
  private val noise = 0.12

  private def ramp(seconds: Int, drift: Double): Vector[Double] =
    Vector.tabulate(seconds)(second => 100 * (1 + drift * ((second + 0.5) / seconds - 0.5)))

  /** A series of mean 0 and standard deviation 1 whose neighbours have the correlation φ (AR(1)). */
  private def correlated(seconds: Int, phi: Double, random: Random): Vector[Double] =
    Vector.iterate(random.nextGaussian(), seconds)(phi * _ + math.sqrt(1 - phi * phi) * random.nextGaussian())

  /** A window of seconds that differ by `cv` and drift, whose neighbours have the correlation φ. */
  private def window(seconds: Int, drift: Double, cv: Double, phi: Double, random: Random): Vector[Double] =
    ramp(seconds, drift).zip(correlated(seconds, phi, random)).map { case (mean, by) => mean + 100 * cv * by }

  /** Parts of simulated windows that get each answer. */
  private def answers(seconds: Int, drift: Double, cv: Double = noise, phi: Double = 0)(
      disturbed: Vector[Double] => Vector[Double]
  ): Map[Finding, Double] = {
    val random = new Random(seconds * 1000L + (drift * 100).round)
    val all = Vector.fill(windows)(SteadyState.of(disturbed(window(seconds, drift, cv, phi, random))).answer)
    all.groupBy(identity).view.mapValues(_.size.toDouble / windows).toMap.withDefaultValue(0.0)
  }

  private def of(seconds: Int, drift: Double, phi: Double = 0): Map[Finding, Double] =
    answers(seconds, drift, phi = phi)(identity)

  private val lengths = Vector(10, 18, 30, 60, 120, 300, SteadyState.seconds(noise))

  "A drift" should "be told with its size" in {
    for (seconds <- Vector(18, 30, 60); drift <- Vector(-0.2, 0.2)) {
      val state = SteadyState.of(ramp(seconds, drift))
      Vector(state.drift, state.low, state.high).foreach(_ shouldBe drift +- 0.001)
      state.answer shouldBe Finding.Drifts
    }
  }

  it should "be steady up to a tenth" in {
    Vector(0.09, -0.09, 0.11).map(drift => SteadyState.of(ramp(60, drift)).answer) shouldBe
      Vector(Finding.Steady, Finding.Steady, Finding.Drifts)
  }

  it should "need to be large and sure" in
    Vector(
      SteadyState(0.12, -0.01, 0.25) -> Finding.CannotTell,
      SteadyState(0.08, 0.01, 0.15) -> Finding.CannotTell,
      SteadyState(0.12, 0.049, 0.19) -> Finding.CannotTell,
      SteadyState(-0.12, -0.19, -0.049) -> Finding.CannotTell,
      SteadyState(0.12, 0.051, 0.19) -> Finding.Drifts,
      SteadyState(-0.12, -0.19, -0.051) -> Finding.Drifts,
      SteadyState(0.09, 0.07, 0.12) -> Finding.CannotTell,
      SteadyState(0.0, -0.1, 0.1) -> Finding.Steady
    ).foreach { case (state, answer) => state.answer shouldBe answer }

  it should "hardly be called steady where it is twice what is steady or more, however short the window" in {
    for (seconds <- lengths; drift <- Vector(0.2, 0.4, 0.6); phi <- Vector(0.0, 0.5))
      withClue(s"$seconds s, $drift, φ $phi: ")(of(seconds, drift, phi)(Finding.Steady) should be <= 0.05)
  }

  "The window that the noise asks for" should "be called steady with a drift of 5 % and without one" in {
    for (cv <- Vector(0.03, noise); drift <- Vector(-0.05, 0.0, 0.05)) {
      val seconds = SteadyState.seconds(cv)
      withClue(s"$seconds s, $drift: ")(answers(seconds, drift, cv)(identity)(Finding.Steady) should be >= 0.9)
    }
  }

  it should "be so for correlated seconds too, by the noise of independent ones" in {
    // the variance of long means is (1 + φ) / (1 − φ) times that of independent seconds
    val seconds = SteadyState.seconds(noise * math.sqrt(3))
    for (drift <- Vector(0.0, 0.05)) of(seconds, drift, phi = 0.5)(Finding.Steady) should be >= 0.9
  }

  it should "be ten seconds without noise, and grow with its square" in {
    Vector(0, 0.013, 0.026, noise).map(SteadyState.seconds) shouldBe Vector(10, 10, 40, 853)
    an[IllegalArgumentException] should be thrownBy SteadyState.seconds(-0.1)
  }

  "A window of 18 s" should "mostly not tell, but still find a large drift" in {
    for (drift <- Vector(0.0, 0.05); (phi, least) <- Vector(0.0 -> 0.9, 0.5 -> 0.8))
      of(18, drift, phi)(Finding.CannotTell) should be > least
    for ((drift, least) <- Vector(0.4 -> 0.85, 0.6 -> 0.95)) of(18, drift)(Finding.Drifts) should be > least
  }

  // an interval that only excludes 0 would give 0.11, 0.22 and 0.08
  it should "call what is steady a drift no more often than its Scaladoc says" in
    Vector((18, 0.0, 0.07), (18, 0.5, 0.17), (120, 0.5, 0.05)).foreach { case (seconds, phi, most) =>
      of(seconds, 0, phi)(Finding.Drifts) should be < most
    }

  "A stall of a second or two" should "not look like a drift" in {
    for (seconds <- Vector(30, 60); stall <- Vector(1, 2, 3); at <- Vector(0, seconds / 2, seconds - stall)) {
      val seen = answers(seconds, 0, cv = 0.03, phi = 0.3)(_.patch(at, Vector.fill(stall)(0.0), stall))
      withClue(s"$stall s at $at of $seconds s: ")(seen(Finding.Drifts) should be <= 0.05)
    }
    val middle = answers(60, 0, cv = 0.03, phi = 0.3)(_.patch(30, Vector.fill(2)(0.0), 2))
    middle(Finding.Steady) should be > 0.9
  }

  "Noise" should "be that of a second, without the drift" in {
    val random = new Random(9)
    def mean(phi: Double): Double =
      Vector.fill(windows)(SteadyState.noise(window(60, 0.4, 0.05, phi, random))).sum / windows
    mean(phi = 0) shouldBe 0.05 +- 0.003
    // what independent seconds would need for batches of 6 s to differ so: √(5 / 3 … 3) times as much
    mean(phi = 0.5) should (be > 0.065 and be < 0.087)
  }

  private def points(values: Vector[Double]): Vector[(Double, Double)] =
    values.zipWithIndex.map { case (y, x) => (x.toDouble, y) }

  /** Number of permutations of `n` values by inversions (Mahonian numbers). */
  private def orders(n: Int): Vector[Double] = (2 to n).foldLeft(Vector(1.0)) { (counts, size) =>
    Vector.tabulate(size * (size - 1) / 2 + 1)(pairs =>
      (0 until size).map(moved => counts.lift(pairs - moved).getOrElse(0.0)).sum
    )
  }

  "A trend" should "be the slope of a straight line, and surely" in {
    Trend.of(points(Vector.tabulate(10)(3 + 2.0 * _))) shouldBe Trend(2, 2, 2)
  }

  // by hand: the slopes from the one that differs are -9 / 1 … -9 / 9, the other 36 are 0
  it should "not follow a single value" in {
    Trend.of(points(9.0 +: Vector.fill(9)(0.0))) shouldBe Trend(0, 0, 0)
  }

  // 13 of 45 slopes or fewer are below the true one, or above it
  "Its interval" should "hold the true slope 89 times of 100, by all orders of ten values" in {
    val all = orders(10)
    all.sum shouldBe 3628800.0
    1 - 2 * all.take(14).sum / all.sum shouldBe 0.892 +- 0.001
  }

  // of 4000 the share has a standard error of 0.5 %, times 3
  it should "do so with noise" in {
    val random = new Random(3)
    val held = (1 to 4000).count { _ =>
      val trend = Trend.of(points(Vector.tabulate(10)(2.0 * _ + 5 * random.nextGaussian())))
      trend.low <= 2 && 2 <= trend.high
    }
    held / 4000.0 shouldBe 0.892 +- 0.015
  }

  // by hand: batches 0.5, 2.5 … 18.5; t(9 degrees) = 2.26216 from a table
  "The interval of one run" should "be that of the means of ten batches" in {
    val interval = BatchMeans.interval(Vector.tabulate(20)(_.toDouble))
    interval.mean shouldBe 9.5
    interval.halfWidth shouldBe 4.33170 +- 0.00001
    interval.n shouldBe 10
  }

  it should "weigh batches by their length and have the mean of all seconds" in {
    // batches of 1 and 2 seconds in turn; the half width by another program
    val interval = BatchMeans.interval(Vector(10, 12, 9, 11, 13, 10, 8, 12, 11, 10, 9, 14, 10, 11, 12))
    interval.mean shouldBe 10.8 +- 1e-12
    interval.halfWidth shouldBe 0.72588 +- 0.00001
  }

  // 1000 runs: the share that holds the true mean has a standard error of √(0.95 × 0.05 / 1000) = 0.7 %, times 3
  it should "hold the true throughput 95 times of 100" in {
    val random = new Random(11)
    val held = (1 to 1000).count { _ =>
      BatchMeans.interval(Vector.fill(37)(200 + 10 * random.nextGaussian())).contains(200)
    }
    held / 1000.0 shouldBe 0.95 +- 0.021
  }

  it should "lose less to correlated seconds than an interval of seconds" in {
    val random = new Random(12)
    val runs = Vector.fill(500)(correlated(60, 0.5, random).map(200 + 10 * _))
    def share(interval: Vector[Double] => Option[Interval]): Double =
      runs.count(interval(_).exists(_.contains(200))) / 500.0
    share(run => Some(BatchMeans.interval(run))) should be > 0.90
    share(Interval.of(_)) should be < 0.80
  }
}
