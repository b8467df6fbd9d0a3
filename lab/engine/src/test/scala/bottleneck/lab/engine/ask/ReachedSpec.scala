package bottleneck.lab.engine.ask

import org.HdrHistogram.Histogram
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class ReachedSpec extends AnyFlatSpec with Matchers {

  /** A second with so many answers. */
  private def level(users: Int, answers: Long): Level = {
    val good = new Histogram(3)
    if (answers > 0) good.recordValueWithCount(1000, answers)
    Level(users, 1, good, new Histogram(3), Vector.empty)
  }

  "A question that somebody stops" should "say the greatest throughput so far, and nothing once it has ended" in {
    val reached = new Reached
    reached.sentence shouldBe Some("Stopped by you, before anything was measured.")
    reached.set(level(0, answers = 0))
    reached.sentence shouldBe Some("Stopped by you, before anything was measured.")
    Vector(level(1, 100), level(8, 120), level(16, 90)).foreach(reached.set)
    reached.sentence.getOrElse("") should startWith("Stopped by you: at least 120.0/s, with 8 users at once.")
    reached.end()
    reached.sentence shouldBe None
  }
}
