package bottleneck.lab.engine.ask

import org.HdrHistogram.Histogram
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class ProgressSpec extends AnyFlatSpec with Matchers {

  /** A second with so many answers. */
  private def level(users: Int, answers: Long): Level = {
    val good = new Histogram(3)
    if (answers > 0) good.recordValueWithCount(1000, answers)
    Level(users, 1, good, new Histogram(3), Vector.empty)
  }

  "A question that somebody stops" should "say the greatest throughput so far, and nothing once it has ended" in {
    val progress = new Progress
    progress.sentence shouldBe Some("Stopped before anything was measured.")
    progress.reached(level(0, answers = 0))
    progress.sentence shouldBe Some("Stopped before anything was measured.")
    Vector(level(1, 100), level(8, 120), level(16, 90)).foreach(progress.reached)
    progress.sentence.getOrElse("") should startWith("Stopped: at least 120.0/s, with 8 users at once.")
    progress.end()
    progress.sentence shouldBe None
  }
}
