package bottleneck.lab.engine.ask

import org.HdrHistogram.Histogram
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class ClimbSpec extends AnyFlatSpec with Matchers {

  /** A second with so many answers and failures; the service and others use so many of two cores. */
  private def level(answers: Long, service: Double, others: Double = 0, failed: Long = 0): Level = {
    val (good, bad) = (new Histogram(3), new Histogram(3))
    if (answers > 0) good.recordValueWithCount(1000, answers)
    if (failed > 0) bad.recordValueWithCount(1000, failed)
    val snapshots = Vector(0L, 1L).map { second =>
      val cpu = Map[Part, Double](Part.Service -> service * second, Part.Machine -> (service + others) * second)
      Snapshot(second * 1000000000L, cpu, pools = Vector.empty)
    }
    Level(8, 1, good, bad, snapshots)
  }

  private def isFlat(levels: Level*): Boolean = Climb.isFlat(levels.toVector, Capacity(2))

  "Throughput" should "be flat where twice as many users twice gave hardly more" in {
    isFlat(level(100, 1), level(200, 2)) shouldBe false
    isFlat(level(100, 1), level(200, 2), level(203, 2)) shouldBe false
    isFlat(level(100, 1), level(200, 2), level(203, 2), level(201, 2)) shouldBe true
  }

  it should "be flat where it only follows the cores that other programs leave" in {
    isFlat(
      level(200, 2),
      level(120, 1.2, others = 0.8),
      level(150, 1.5, others = 0.5),
      level(190, 1.9, 0.1)
    ) shouldBe true
    // by chance it is low once
    isFlat(level(200, 2), level(150, 2), level(205, 2)) shouldBe true
    // what waits for time grows whatever the others do
    isFlat(level(10, 0.1), level(20, 0.2, others = 1.5), level(40, 0.4)) shouldBe false
  }

  it should "be flat where it falls to less than half, and not only as others took the cores, or where requests fail" in {
    isFlat(level(200, 2), level(90, 2)) shouldBe true
    isFlat(level(200, 2), level(90, 0.9, others = 1.1)) shouldBe false
    isFlat(level(200, 2), level(300, 2, failed = 100)) shouldBe true
  }
}
