package bottleneck.lab.run.metrics

import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._

class RecordingPeriodSpec extends AnyFlatSpec with Matchers {
  "A recording" should "ask a large fleet less often" in {
    Vector(0, 1, 10, 11, 20, 21, 30, 100).map(Recording.period) shouldBe Vector(1, 1, 1, 2, 2, 3, 3, 3).map(_.seconds)
  }
}
