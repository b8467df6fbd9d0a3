package bottleneck.lab.explain.theory

import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._

class AsymptoticKneeSpec extends AnyFlatSpec with Matchers {
  // Lazowska et al. 1984, §5.2: D = 10 s, Dmax = 5 s, Z = 15 s bend at N* = 5
  "The knee" should "be where all users together keep the busiest resource busy" in {
    val knee = AsymptoticKnee(10.seconds, 5.seconds, 15.seconds)
    knee.users shouldBe 5.0
    knee.formula shouldBe "(10 s + 15 s) / 5 s"
  }

  it should "be one user where there is one resource and no pause" in {
    val knee = AsymptoticKnee(20.millis, 20.millis, Duration.Zero)
    knee.users shouldBe 1.0
    knee.formula shouldBe "(20 ms + 0) / 20 ms"
  }
}
