package bottleneck.lab.explain.theory

import bottleneck.lab.Slow
import bottleneck.lab.explain.stats.Interval
import bottleneck.lab.explain.theory.QueueSimulation.exponential
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._
import scala.util.Random

class ErlangCSpec extends AnyFlatSpec with Matchers {

  // by hand: Erlang B of 2 servers and 1 Erlang is 1/5, so C = 0.2 / (1 − 0.5 · 0.8) = 1/3 and the wait S/3
  "Two servers that are half busy" should "let a third of the arrivals wait" in {
    val queue = ErlangC(servers = 2, perSecond = 10, serviceTime = 100.millis)
    queue.waiting shouldBe 1.0 / 3 +- 1e-12
    queue.meanWait.toMicros shouldBe 33333
    queue.meanResponseTime.toMicros shouldBe 133333
    queue.meanQueue shouldBe 1.0 / 3 +- 1e-12
  }

  "One server" should "be the queue M/M/1" in {
    // by hand: ρ = 0.9, so 0.9 wait for 0.9 / (1 − 0.9) = 9 service times, and 0.81 / 0.1 = 8.1 are waiting
    val queue = ErlangC(1, 0.9, 1.second)
    queue.waiting shouldBe 0.9 +- 1e-12
    queue.meanWait.toMillis shouldBe 9000L +- 1L
    queue.meanQueue shouldBe 8.1 +- 1e-9
  }

  "Thousands of servers" should "be computed without overflow" in {
    // Halfin & Whitt 1981: 1 / (1 + β Φ(β) / φ(β)) with β = (1 − ρ) √c = 1.4142: 1 / (1 + 1.4142 · 0.92135 / 0.14676)
    ErlangC(5000, 4900, 1.second).waiting shouldBe 0.1012 +- 0.003
    ErlangC(5000, 1, 1.second).waiting shouldBe 0.0
  }

  "Waiting" should "be rarer with more servers of the same utilization, and never without arrivals" in {
    val waiting = Vector(1, 2, 5, 20, 200, 2000).map(servers => ErlangC(servers, servers * 0.8, 1.second).waiting)
    waiting shouldBe waiting.sorted.reverse
    waiting.foreach(probability => probability should (be >= 0.0 and be < 1.0))
    ErlangC(3, 0, 1.second).meanWait shouldBe Duration.Zero
  }

  "The mean queue" should "be Little's" in {
    val queue = ErlangC(7, 60, 100.millis)
    queue.meanQueue shouldBe LittlesLaw.population(60, queue.meanWait) +- 1e-6
  }

  "A queue" should "need less arrivals than it can serve" in {
    an[IllegalArgumentException] should be thrownBy ErlangC(2, 20, 100.millis)
    an[IllegalArgumentException] should be thrownBy ErlangC(0, 1, 100.millis)
    an[IllegalArgumentException] should be thrownBy ErlangC(2, -1, 100.millis)
  }

  // 20 independent runs; the 99.9 % interval of their means holds the true value but for 1 of 1000 seeds
  "A simulated queue" should "wait as the formula says" taggedAs Slow in {
    for ((servers, utilization) <- Vector((1, 0.7), (3, 0.8), (20, 0.9))) {
      val formula = ErlangC(servers, servers * utilization, 1.second)
      val runs = Vector.tabulate(20)(seed => waits(formula, new Random(100L * servers + seed)))
      val meanWait = Interval.of(runs.map(_._1), 0.999).getOrElse(fail())
      val waiting = Interval.of(runs.map(_._2), 0.999).getOrElse(fail())
      meanWait.contains(formula.meanWait.toUnit(SECONDS)) shouldBe true
      waiting.contains(formula.waiting) shouldBe true
      // an interval that holds everything would prove nothing
      meanWait.halfWidth / meanWait.mean should be < 0.2
      waiting.halfWidth / waiting.mean should be < 0.06
    }
  }

  /** The mean wait and the share that waited, of the customers after a warm-up. */
  private def waits(queue: ErlangC, random: Random): (Double, Double) = {
    val customers = QueueSimulation
      .open(queue.servers, 22000)(exponential(1 / queue.perSecond, random))(exponential(1, random))
      .drop(2000)
    val waits = customers.map(customer => customer.start - customer.arrival)
    (waits.sum / waits.size, waits.count(_ > 0).toDouble / waits.size)
  }
}
