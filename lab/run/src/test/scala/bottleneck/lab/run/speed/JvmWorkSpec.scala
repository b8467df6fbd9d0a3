package bottleneck.lab.run.speed

import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class JvmWorkSpec extends AnyFlatSpec with Matchers {
  private val table = JvmWork.table()

  "A unit" should "be the same each time, and another with other numbers" in {
    val work = new JvmWork(table)
    val once = Vector.range(0, 100).map(work.unit)
    Vector.range(0, 100).map(work.unit) shouldBe once
    Vector.range(0, 100).map(new JvmWork(table).unit) shouldBe once
    once.distinct.size should be > 95
  }

  "Measurements at once" should "be added up, and fail as the first that fails" in {
    Simultaneous.sum(Vector(() => 1.5, () => 2.0, () => 4.25)) shouldBe 7.75
    (the[IllegalStateException] thrownBy Simultaneous.sum(
      Vector(() => 1.0, () => throw new IllegalStateException("broken"))
    )).getMessage shouldBe "broken"
  }
}
