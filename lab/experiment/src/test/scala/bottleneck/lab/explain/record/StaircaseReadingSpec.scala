package bottleneck.lab.explain.record

import bottleneck.lab.explain.statistics.{LevelReading, Slo}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class StaircaseReadingSpec extends AnyFlatSpec with Matchers {

  /** Doubling users of 20 ms each, of whom 160/s are answered at most. */
  private val levels = Vector(1, 2, 4, 8, 16, 32, 64, 128).zipWithIndex.map { case (users, n) =>
    val throughput = math.min(users * 50.0, 160)
    val ms = (users * 1000 / throughput).round
    LevelReading(users, n * 4000, n * 4000 + 3000, (throughput * 3).round, throughput, Some(ms), Some(ms), 0)
  }

  "A staircase" should "have the level that sustains the SLO and the one where throughput stops growing" in {
    val reading = StaircaseReading.of(levels, Slo(500)).getOrElse(fail("nothing"))
    reading.levels shouldBe levels
    reading.saturation.map(_.users) shouldBe Some(4)
    reading.sustained.map(level => level.users -> level.p95Ms) shouldBe Some(64 -> Some(400))
  }

  it should "sustain nothing that misses the SLO, and not bend where it grows to the end" in {
    StaircaseReading.of(levels, Slo(19)).flatMap(_.sustained) shouldBe None
    StaircaseReading.of(levels.take(2), Slo(500)).flatMap(_.saturation) shouldBe None
  }

  it should "not be there without levels" in {
    StaircaseReading.of(Vector.empty, Slo(500)) shouldBe None
  }
}
