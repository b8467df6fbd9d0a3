package bottleneck.lab.engine.ask

import org.HdrHistogram.Histogram
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._

class GoalSearchSpec extends AnyFlatSpec with Matchers {
  private val goal = Goal.read("p95 < 300 ms").getOrElse(fail("it is no goal"))

  /** A second in which all of the answers take so many ms. */
  private def level(ms: Double, failed: Long = 0, answers: Long = 100): Level = {
    val (good, bad) = (new Histogram(3), new Histogram(3))
    if (answers > 0) good.recordValueWithCount((ms * 1000).toLong, answers)
    if (failed > 0) bad.recordValueWithCount(1000, failed)
    Level(8, 1, good, bad, Vector.empty)
  }

  "A goal" should "be a percentile below a time" in {
    Goal.read("p99.9 < 1.5s").map(of => of.percentile -> of.bound) shouldBe Some(99.9 -> 1500.millis)
    goal.answers shouldBe 400
    for (wrong <- Vector("", "p95", "p100 < 1 s", "p95 < 0 ms", "p95 > 300 ms", "mean < 3 ms", "p95 < 300", "p0 < 1 s"))
      withClue(wrong)(Goal.read(wrong) shouldBe None)
  }

  "The greatest rate that keeps it" should "be found to 1/32 of the greatest throughput" in {
    // the response time of a queue with one server that can do 100/s and takes 50 ms
    val found = GoalSearch.of(goal, greatest = 100)(rate => level(50 / (1 - rate / 100)) -> true)
    found.kept.map(_.perSecond) shouldBe Some(81.25)
    found.missed.map(_.perSecond) shouldBe Some(84.375)
    found.sentence should (startWith("Goal p95 < 300 ms: kept at 81.3/s (p95 26") and include(
      "missed at 84.4/s (p95 32"
    ))
  }

  it should "be the greatest that was tried where all keep it" in {
    GoalSearch.of(goal, 64)(_ => level(10) -> true).sentence should (include("kept at 62.0/s") and
      include("100 answers, of 400 that it needs), the greatest rate that was tried"))
  }

  it should "have no time where nobody was answered" in {
    val none = GoalSearch.of(goal, 64)(_ => level(10, answers = 0) -> true)
    none.sentence should include("(p95 –, 0 answers")
    none.table.console(100) should include("missed")
  }

  it should "be none where requests fail, none is answered, or no users are left" in {
    for (seen <- Vector(level(10, failed = 2) -> true, level(10, answers = 0) -> true, level(10) -> false))
      GoalSearch.of(goal, 64)(_ => seen).kept shouldBe None
    GoalSearch.of(goal, 64)(_ => level(400) -> true).sentence should include(
      "kept at no rate that was tried: missed at 2.00/s"
    )
    GoalSearch.of(goal, greatest = 0)(_ => fail("there is nothing to try")).sentence should include("not tried")
  }
}
