package bottleneck.lab.command

import bottleneck.lab.Slow
import bottleneck.lab.command.MadeRun.request
import bottleneck.lab.log.LogRecord.User
import bottleneck.lab.model.{Metrics, Outcome}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.util.Random

class IntervalsSpec extends AnyFlatSpec with Matchers {
  private val runs = 300
  private val median = 200.0
  private val spread = 0.6

  /** Log-normal response times whose logarithm strays by `cv` from second to second, with the correlation φ. */
  private def run(seconds: Int, perSecond: Int, phi: Double, cv: Double, random: Random): Outcome = {
    val levels = Iterator.iterate(random.nextGaussian())(phi * _ + math.sqrt(1 - phi * phi) * random.nextGaussian())
    val requests = levels.take(seconds).zipWithIndex.flatMap { case (level, second) =>
      val count = (perSecond + math.sqrt(perSecond.toDouble) * random.nextGaussian()).round.toInt
      Vector.fill(count) {
        val ms = (median * math.exp(cv * level + spread * random.nextGaussian())).round.toInt
        val end = math.max(second * 1000 + random.nextInt(1000), ms)
        request(end - ms, end)
      }
    }
    val users = (0 until 20).flatMap(_ => Vector(User(0, arrives = true, 0), User(0, arrives = false, seconds * 1000)))
    MadeRun.of(users ++ requests)(identity).total
  }

  // 300 intervals: the share that holds the true value has a standard error of 1.3 %
  "Intervals" should "hold the true values of a steady load 95 times of 100" taggedAs Slow in {
    val random = new Random(7)
    for ((seconds, perSecond, phi, cv) <- Vector((20, 20, 0.0, 0.0), (60, 40, 0.5, 0.2), (200, 20, 0.8, 0.2))) {
      val all = Vector.fill(runs)(run(seconds, perSecond, phi, cv, random))
      val sd = math.sqrt(cv * cv + spread * spread)
      val truth = Vector(
        "throughput" -> perSecond.toDouble,
        "mean" -> median * math.exp(sd * sd / 2),
        "p50" -> median,
        "p95" -> median * math.exp(1.6449 * sd)
      )
      for ((name, value) <- truth) withClue(s"$name of $seconds s, $perSecond/s, φ $phi: ") {
        val intervals = all.flatMap(outcome => Metrics.named(name).flatMap(_.of(outcome)).flatMap(_.interval))
        intervals.size should be > runs * 9 / 10
        intervals.count { case (low, high) =>
          low <= value && value <= high
        }.toDouble / intervals.size shouldBe 0.95 +- 0.07
      }
    }
  }

  "A percentile" should "have none where its slices have too few requests" in {
    val outcome = run(60, 10, 0, 0, new Random(8))
    Vector("p95", "p99", "p99.9").map(outcome.values(_).interval.isDefined) shouldBe Vector(true, false, false)
  }
}
