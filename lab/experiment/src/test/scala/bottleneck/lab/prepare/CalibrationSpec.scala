package bottleneck.lab.prepare

import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._

class PreparingSpec extends AnyFlatSpec with Matchers {

  "A slice" should "be a whole number of periods of the groups" in {
    Preparing.whole(atLeast = 1.second, period = 0.3) shouldBe 1200.millis
    Preparing.whole(atLeast = 1.second, period = 0.001) shouldBe 1.second
  }

  it should "be one period where that is longer, and no longer than the bound otherwise" in {
    Preparing.whole(atLeast = 1.second, period = 4) shouldBe 4.seconds
    Preparing.whole(atLeast = 30.seconds, period = 7) shouldBe 28.seconds
  }
}
