package bottleneck.lab.explain.statistics

import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._

class GeneratorGapSpec extends AnyFlatSpec with Matchers {

  // 50 users of whom 40 wait for an answer, 100 answers/s: a cycle of 500 ms, of which 100 are between requests
  private val seen = Occupancy(users = 50, inFlight = 40, perSecond = 100, responseSeconds = 0.4, seconds = 18)

  "The gap" should "be what is neither response nor think time" in {
    GeneratorGap.of(seen, Duration.Zero) shouldBe Some(GeneratorGap(100, 0.2))
    GeneratorGap.of(seen, 90.millis) shouldBe Some(GeneratorGap(10, 0.02))
  }
}
