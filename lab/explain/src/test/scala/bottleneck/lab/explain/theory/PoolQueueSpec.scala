package bottleneck.lab.explain.theory

import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._
import scala.util.Random

class PoolQueueSpec extends AnyFlatSpec with Matchers {
  private def queue(connections: Int): PoolQueue = PoolQueue(100, connections, 600.millis)

  // by hand: 70 × 0.6 ÷ 30 = 1.4 s
  "A wait" should "be what those who wait take in turns" in {
    queue(30).meanWait shouldBe 1400.millis
    queue(100).meanWait shouldBe Duration.Zero
    queue(130).waiting shouldBe 0
  }

  // by hand: with 17 of 100 the last waits 83 × 0.6 ÷ 17 = 2.93 s, with 16 of them 84 × 0.6 ÷ 16 = 3.15 s
  it should "be the same for all in order, so that all are refused or none" in {
    queue(17).refusesInOrder(3.seconds) shouldBe false
    queue(16).refusesInOrder(3.seconds) shouldBe true
    PoolQueue.fewestInOrder(100, 600.millis, 3.seconds) shouldBe 17
    PoolQueue.fewestInOrder(100, 100.millis, 3.seconds) shouldBe 4
    PoolQueue.fewestInOrder(1, 1.hour, 1.milli) shouldBe 1
  }

  it should "be nearly exponential in random order" in {
    queue(30).refusedAtRandom(3.seconds) shouldBe math.exp(-3 / 1.4) +- 0.002
    queue(100).refusedAtRandom(3.seconds) shouldBe 0.0
    PoolQueue.fewestAtRandom(100, 600.millis, 3.seconds, requests = 10000) should (be >= 60 and be <= 70)
  }

  it should "be as a simulated lottery has it" in {
    val random = new Random(7)
    val (waiting, turns) = (70, 150)
    val tries = 20000
    val refused = (1 to tries).count(_ => (1 to turns).forall(_ => random.nextInt(waiting) != 0))
    // 150 turns of 20 ms are 3 s
    queue(30).refusedAtRandom(3.seconds) shouldBe refused.toDouble / tries +- 0.01
  }
}
