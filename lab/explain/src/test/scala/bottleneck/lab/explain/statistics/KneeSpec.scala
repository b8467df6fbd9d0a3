package bottleneck.lab.explain.statistics

import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.util.Random

class KneeSpec extends AnyFlatSpec with Matchers {

  private def level(users: Int, throughput: Double, p95Ms: Long, errors: Double = 0): LevelReading =
    LevelReading(users, fromMs = 0, toMs = 1, ok = 0, throughput, Some(p95Ms), Some(p95Ms), errors)

  /** Ten levels of 10 … 100 users, each waiting for 100 ms where no queue is. */
  private def staircase(throughput: Double => Double): Vector[LevelReading] =
    Vector.tabulate(10)(i => 10 * (i + 1)).map { users =>
      level(users, throughput(users.toDouble), (1000 * users / throughput(users.toDouble)).round)
    }

  private def saturation(throughput: Double => Double): Option[Int] =
    Knee.of(staircase(throughput)).saturation.map(_.users)

  "The knee" should "be where throughput stops growing" in {
    saturation(load => math.min(load * 10, 500)) shouldBe Some(50)
    saturation(load => math.min(load * 10, 300)) shouldBe Some(30)
  }

  it should "be found in noise of 2 %" in {
    val random = new Random(3)
    val found = Vector.fill(100)(saturation(load => math.min(load * 10, 500) * (1 + 0.02 * random.nextGaussian())))
    found.count(_.contains(50)) should be > 90
  }

  it should "be the peak where throughput falls after it" in {
    saturation(load => if (load <= 60) load * 10 else 600 - 5 * (load - 60)) shouldBe Some(60)
  }

  // by hand: x = 0, 1/6 … 1; throughput 0, 60, 80, 90, 95, 98, 100 of 100; leads 0, 0.433, 0.467, 0.4 …: 0.467 − 1/6 = 0.3
  it should "be the largest lead of a curve that bends softly" in {
    val throughput = Vector(0.0, 60, 80, 90, 95, 98, 100)
    val levels = throughput.zipWithIndex.map { case (x, i) => level(i + 1, x, 0) }
    Knee.of(levels).saturation.map(_.users) shouldBe Some(3)
  }

  it should "not exist where throughput grows to the end" in {
    saturation(_ * 10) shouldBe None
    saturation(load => math.min(load * 10, 950)) shouldBe None
    Knee.of(staircase(_ * 10).take(2)).saturation shouldBe None
  }

  "The sustained load" should "be the last before the SLO is missed" in {
    val levels = staircase(load => math.min(load * 10, 200)).reverse
    // users ÷ throughput is 500 ms at exactly 100 users
    Knee.of(levels).sustained.map(_.users) shouldBe Some(100)
    Knee.of(levels, Slo(p95Ms = 499)).sustained.map(_.users) shouldBe Some(90)
    Knee.of(levels, Slo(p95Ms = 99)).sustained shouldBe None
  }

  it should "not come after a level that missed it" in {
    val levels = Vector(level(1, 10, 100), level(2, 20, 100, 0.01), level(3, 30, 100))
    Knee.of(levels).sustained.map(_.users) shouldBe Some(1)
    Knee.of(levels, Slo(errors = 0.01)).sustained.map(_.users) shouldBe Some(3)
  }
}
