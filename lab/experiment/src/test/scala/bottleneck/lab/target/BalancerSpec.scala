package bottleneck.lab.target

import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._

class BalancerSpec extends AnyFlatSpec with Matchers {
  private val check = HealthCheck("/health", interval = 1.second, timeout = 1.second, fall = 1, rise = 1)

  private def refusal(make: => Any): String = (the[IllegalArgumentException] thrownBy make).getMessage

  "A health check" should "be one that can be made" in {
    Vector("health", "/a b", "/'", "").foreach(path => refusal(check.copy(path = path)) should include(s"path ($path)"))
    refusal(check.copy(timeout = Duration.Zero)) should include("timeout")
    refusal(check.copy(fall = 0)) should include("fall (0)")
    refusal(check.copy(rise = 0)) should include("rise (0)")
  }

  "A balancer" should "give instances time" in {
    refusal(Balancer(Policy.RoundRobin, check, Duration.Zero)) should include("serverTimeout (0 days)")
  }
}
