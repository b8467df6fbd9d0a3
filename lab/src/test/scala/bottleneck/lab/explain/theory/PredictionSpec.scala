package bottleneck.lab.explain.theory

import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._

class PredictionSpec extends AnyFlatSpec with Matchers {

  // worked by hand: 200 / 1.025 = 195.12, 5 × 200 / 1.025 = 975.61 (sources: tuning)
  "Threads" should "limit throughput to their number over the time one is held" in {
    Prediction.threads(200, instances = 1, 1025.millis).perSecond shouldBe 195.12 +- 0.005
    Prediction.threads(200, instances = 5, 1025.millis).perSecond shouldBe 975.61 +- 0.005
  }

  "Users" should "limit throughput to their number over the time an answer takes" in {
    Prediction.users(100, 2.seconds).perSecond shouldBe 50.0
  }

  "The smallest limit" should "name its resource" in {
    val threads = Prediction.threads(200, instances = 1, 1025.millis)
    Prediction.smallest(threads, Prediction.users(250, 1025.millis)).by shouldBe "threads"
    Prediction.smallest(threads, Prediction.users(150, 1025.millis)).by shouldBe "users"
  }

  "A measurement" should "be within a part of the limit, on either side" in {
    val limit = Prediction.users(100, 1.second)
    Vector(95.0, 100.0, 105.0).forall(limit.isWithin(0.05, _)) shouldBe true
    Vector(94.9, 105.1).exists(limit.isWithin(0.05, _)) shouldBe false
  }
}
