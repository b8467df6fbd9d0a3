package bottleneck.lab.explain.theory

import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._

class WaitingLineSpec extends AnyFlatSpec with Matchers {
  private val line = WaitingLine(users = 1000, servers = 100, 50.millis, 2.seconds)

  "A line in order" should "be as long as those before it take" in {
    // 900 wait while 100 / 1.025 s = 97.56/s are served
    line.waitInOrder.toMillis shouldBe 9225
    // √900 services of 563 ms by 100 threads are 169 ms: 9225 + 2 × 169 + 2000
    line.slowest(atOnce = 0).toMillis shouldBe 11563L +- 2
  }

  it should "not be there where everyone has a server" in {
    line.copy(users = 100).waitInOrder shouldBe Duration.Zero
    line.copy(users = 3).slowest(0) shouldBe 2.seconds
  }

  "A line that some pass by" should "move on with the rest of the throughput" in {
    line.waitBeside(atOnce = 0.4).toMillis shouldBe 15375
    line.slowest(atOnce = 0.4).toMillis shouldBe 17938L +- 3
  }

  "Who is served at once" should "be told by the time that nobody else can have" in {
    line.atOnce(0.41) shouldBe Some(0.41)
    // 200 users: 1.025 s in order, and half of the services are shorter than that
    WaitingLine(200, 100, 50.millis, 2.seconds).atOnce(0.2).map(part => (part * 100).round) shouldBe Some(40)
    line.atOnce(1) shouldBe Some(0.99)
    line.copy(users = 100).atOnce(1) shouldBe None
  }

  "Values that cannot be" should "be refused" in {
    an[IllegalArgumentException] should be thrownBy line.copy(servers = 0)
    an[IllegalArgumentException] should be thrownBy line.copy(least = 2.seconds)
    an[IllegalArgumentException] should be thrownBy line.waitBeside(1)
  }
}
