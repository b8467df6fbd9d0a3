package bottleneck.lab.explain.theory

import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._

class WaitingLineSpec extends AnyFlatSpec with Matchers {
  private val line = WaitingLine(users = 1000, servers = 100, 50.millis, 2.seconds)

  "A line in order" should "be as long as those before it take" in {
    // 900 wait while 100 / 1.025 s = 97.56/s are served
    line.waitInOrder.toMillis shouldBe 9225
  }

  it should "not be there where everyone has a server" in {
    line.copy(users = 100).waitInOrder shouldBe Duration.Zero
  }

  "A line that some pass by" should "move on with the rest of the throughput" in {
    line.waitBeside(atOnce = 0.4).toMillis shouldBe 15375
  }

  "The slowest of those in order" should "wait longer than the mean, by the spread of the line" in {
    // √900 services of 563 ms by 100 threads vary by 169 ms: not three times that within 30 s
    val slowest = line.slowest(atOnce = 0, 30.seconds).toMillis
    slowest should (be > 9225L + 2000 and be < 9225L + 2000 + 3 * 169)
    line.slowest(atOnce = 0, 300.seconds).toMillis should (be > slowest and be < 9225L + 2000 + 4 * 169)
  }

  it should "be what happened where there is one server only and no chance" in {
    // 4 users take turns: 3 before each, and its own
    WaitingLine(4, 1, 999.millis, 1.second).slowest(0, 20.seconds).toMillis shouldBe 4000L +- 4
  }

  it should "wait for nobody where everyone has a server" in {
    line.copy(users = 100).slowest(0, 30.seconds).toMillis shouldBe 2000L +- 2
    line.copy(users = 3).slowest(0, 30.seconds).toMillis should (be > 1900L and be <= 2000L)
  }

  it should "wait longer where others pass by, and where more instances have one" in {
    val five = WaitingLine(120, 60, 50.millis, 2.seconds)
    def slowest(atOnce: Double, instances: Int): Long =
      five.copy(instances = instances).slowest(atOnce, 30.seconds).toMillis
    // of a program that shares no code with this, 20 seeds: 3.28 (3.20 to 3.37) and 4.16 s (4.00 to 4.27)
    slowest(atOnce = 0, instances = 5) shouldBe 3280L +- 50
    slowest(atOnce = 0.4, instances = 5) shouldBe 4160L +- 80
    slowest(atOnce = 0, instances = 1) should be < slowest(atOnce = 0, instances = 5)
  }

  "Who is served at once" should "be told by the time that hardly anybody else can have" in {
    line.atOnce(0.41) shouldBe Some(0.41)
    // 200 users: 1.025 s in order, and half of the services are shorter than that
    WaitingLine(200, 100, 50.millis, 2.seconds).atOnce(0.2).map(part => (part * 100).round) shouldBe Some(40)
    line.atOnce(1) shouldBe Some(0.99)
    line.copy(users = 100).atOnce(1) shouldBe None
  }
}
