package bottleneck.lab.target

import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._

class CacheSpec extends AnyFlatSpec with Matchers {
  "A cache" should "keep things for a millisecond at least" in
    Vector[FiniteDuration => Cache](Cache.Caffeine(_), Cache.Redis(_)).foreach { cache =>
      cache(1.milli).expiry shouldBe 1.milli
      (the[IllegalArgumentException] thrownBy cache(999.micros)).getMessage should include("999 microseconds")
    }
}
