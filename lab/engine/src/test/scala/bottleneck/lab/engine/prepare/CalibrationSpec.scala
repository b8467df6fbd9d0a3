package bottleneck.lab.engine.prepare

import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._

class CalibrationSpec extends AnyFlatSpec with Matchers {

  "A slice" should "be a whole number of periods of the groups" in {
    Calibration.whole(atLeast = 1.second, period = 0.3) shouldBe 1200.millis
    Calibration.whole(atLeast = 1.second, period = 0.001) shouldBe 1.second
  }

  it should "be one period where that is longer, and no longer than the bound otherwise" in {
    Calibration.whole(atLeast = 1.second, period = 4) shouldBe 4.seconds
    Calibration.whole(atLeast = 30.seconds, period = 7) shouldBe 28.seconds
  }
}
