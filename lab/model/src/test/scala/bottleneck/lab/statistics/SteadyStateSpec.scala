package bottleneck.lab.statistics

import bottleneck.lab.statistics.SteadyState.Finding
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.util.Random

class SteadyStateSpec extends AnyFlatSpec with Matchers {
  private val windows = 400
  private val noise = 0.12

  private def ramp(seconds: Int, drift: Double): Vector[Double] =
    Vector.tabulate(seconds)(second => 100 * (1 + drift * ((second + 0.5) / seconds - 0.5)))

  /** A window of seconds that differ by `cv` and drift, whose neighbours have the correlation φ. */
  private def window(seconds: Int, drift: Double, cv: Double, phi: Double, random: Random): Vector[Double] =
    ramp(seconds, drift).zip(Noise.correlated(seconds, phi, random)).map { case (mean, by) => mean + 100 * cv * by }

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

  "A window of 18 s" should "mostly not tell" in {
    for (drift <- Vector(0.0, 0.05)) {
      of(18, drift)(Finding.CannotTell) should be > 0.9
      of(18, drift, phi = 0.5)(Finding.CannotTell) should be > 0.8
    }
  }

  it should "still find a large drift" in {
    of(18, 0.4)(Finding.Drifts) should be > 0.85
    of(18, 0.6)(Finding.Drifts) should be > 0.95
  }

  it should "call what is steady a drift no more often than its Scaladoc says" in {
    // an interval that only excludes 0 would give 0.11, 0.22 and 0.08
    of(18, 0)(Finding.Drifts) should be < 0.07
    of(18, 0, phi = 0.5)(Finding.Drifts) should be < 0.17
    of(120, 0, phi = 0.5)(Finding.Drifts) should be < 0.05
  }

  "The smallest drift that is seen" should "be called one in 90 of 100 windows" in {
    for { cv <- Vector(0.02, 0.05, noise); seconds <- Vector(18, 30, 60, 120) } {
      val seen = SteadyState.smallestSeen(cv, seconds)
      withClue(s"$cv in $seconds s, $seen: ")(
        answers(seconds, seen, cv)(identity)(Finding.Drifts) should (be >= 0.87 and be <= 0.98)
      )
    }
  }

  it should "be little more than what is steady where there is hardly any noise" in {
    SteadyState.smallestSeen(0.001, 60) shouldBe 0.1 +- 0.001
    an[IllegalArgumentException] should be thrownBy SteadyState.smallestSeen(0.1, 9)
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
}
