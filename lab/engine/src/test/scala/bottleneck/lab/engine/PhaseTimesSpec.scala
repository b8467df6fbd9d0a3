package bottleneck.lab.engine

import bottleneck.lab.log.TemporaryFolder
import java.time.Instant
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class PhaseTimesSpec extends AnyFlatSpec with Matchers with TemporaryFolder {
  private val now = Instant.now()
  private val maven = Some(now.minusSeconds(300))

  /** Line of a run whose JVM began so many seconds ago. */
  private def line(name: String, invocation: Option[Instant], seconds: Long): String = {
    val times = new PhaseTimes(name, folder, invocation, now.minusSeconds(seconds), () => now)
    times.over("started")
    times.over("measured")
    times.line()
  }

  "Times" should "be those of each phase of each run of an invocation, and of the whole" in {
    line("One", maven, seconds = 180) shouldBe
      "time: compiled 2:00; One started 3:00, measured 0:00; in all 5:00"
    line("Two", maven, seconds = 61) shouldBe
      "time: compiled 2:00; One started 3:00, measured 0:00; Two started 1:01, measured 0:00; in all 5:00"
  }

  they should "be those of a run alone without Maven, and begin anew with another invocation" in {
    line("One", maven, seconds = 180) should include("One")
    line("Two", None, seconds = 60) shouldBe "time: Two started 1:00, measured 0:00; in all 1:00"
    line("Three", Some(now.minusSeconds(90)), seconds = 60) should startWith("time: compiled 0:30; Three started 1:0")
  }
}
