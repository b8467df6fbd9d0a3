package bottleneck.lab.explain.theory

import bottleneck.lab.explain.theory.QueueSimulation.exponential
import org.scalatest.Assertion
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._
import scala.util.Random

class ResponseTimeSpec extends AnyFlatSpec with Matchers {
  private val threads = Prediction.threads(1000, instances = 1, 1025.millis)

  // by hand: 10,000 / 975.61 = 10.25 s
  "The response time" should "be that of the queue where users are more than the threads" in {
    ResponseTime.bound(10000, threads, 1025.millis).toMillis shouldBe 10250L +- 1L
    ResponseTime.bound(10000, threads, 1025.millis, thinkTime = 4.seconds).toMillis shouldBe 6250L +- 1L
  }

  it should "be the service time where they are fewer" in {
    ResponseTime.bound(900, threads, 1025.millis) shouldBe 1025.millis
    ResponseTime.bound(3000, threads, 1025.millis, thinkTime = 5.seconds) shouldBe 1025.millis
  }

  // 20,000 completions with CV 1: renewal noise 0.7 %, and 3 % are four times that
  "A simulated closed system" should "have the throughput and response time of its bounds when it is saturated" in
    simulated(users = 100) { (limit, throughput, response, bound) =>
      limit.by shouldBe "threads"
      throughput shouldBe limit.perSecond +- 0.03 * limit.perSecond
      response shouldBe bound +- 0.05 * bound
    }

  it should "have them when it is nearly idle" in
    simulated(users = 8) { (limit, throughput, response, bound) =>
      limit.by shouldBe "users"
      throughput shouldBe limit.perSecond +- 0.03 * limit.perSecond
      response shouldBe bound +- 0.03 * bound
    }

  /** 10 threads, 100 ms of service, 100 ms of thinking. */
  private def simulated(users: Int)(check: (Prediction, Double, Double, Double) => Assertion): Assertion = {
    val random = new Random(31)
    val customers =
      QueueSimulation.closed(10, users, 22000)(exponential(0.1, random))(exponential(0.1, random)).drop(2000)
    val pool = Prediction.threads(10, 1, 100.millis)
    check(
      Prediction.smallest(pool, Prediction.users(users, 100.millis, thinkTime = 100.millis)),
      customers.size / (customers.last.arrival - customers.head.arrival),
      customers.map(customer => customer.end - customer.arrival).sum / customers.size,
      ResponseTime.bound(users, pool, 100.millis, thinkTime = 100.millis).toUnit(SECONDS)
    )
  }
}
