package bottleneck.threadpool

import bottleneck.latency.RandomLatency
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class FewerUsersSpec extends AnyFlatSpec with Matchers {
  "The slowest of fewer users" should "stray more, the more so where newer requests overtake" in {
    val five = new FewerUsers(RandomLatency.full(instances = 5))
    five.factor(0) shouldBe 1.053 +- 0.005
    five.factor(0.15) shouldBe 1.063 +- 0.005
    five.factor(0.3) should be > five.factor(0.15)
  }
}
