package bottleneck.lab.statistics

import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.util.Random

class BatchMeansSpec extends AnyFlatSpec with Matchers {

  // by hand: batches 0.5, 2.5 … 18.5; t(9 degrees) = 2.26216 from a table
  "The interval of one run" should "be that of the means of ten batches" in {
    val interval = BatchMeans.interval(Vector.tabulate(20)(_.toDouble))
    interval.mean shouldBe 9.5
    interval.halfWidth shouldBe 4.33170 +- 0.00001
    interval.n shouldBe 10
  }

  it should "weigh batches by their length and have the mean of all seconds" in {
    // batches of 1 and 2 seconds in turn; the half width by another program
    val interval = BatchMeans.interval(Vector(10, 12, 9, 11, 13, 10, 8, 12, 11, 10, 9, 14, 10, 11, 12))
    interval.mean shouldBe 10.8 +- 1e-12
    interval.halfWidth shouldBe 0.72588 +- 0.00001
  }

  // 1000 runs: the share that holds the true mean has a standard error of √(0.95 × 0.05 / 1000) = 0.7 %, times 3
  it should "hold the true throughput 95 times of 100" in {
    val random = new Random(11)
    val held = (1 to 1000).count { _ =>
      BatchMeans.interval(Vector.fill(37)(200 + 10 * random.nextGaussian())).contains(200)
    }
    held / 1000.0 shouldBe 0.95 +- 0.021
  }

  it should "lose less to correlated seconds than an interval of seconds" in {
    val random = new Random(12)
    val runs = Vector.fill(500)(Noise.correlated(60, 0.5, random).map(200 + 10 * _))
    def share(interval: Vector[Double] => Option[Interval]): Double =
      runs.count(interval(_).exists(_.contains(200))) / 500.0
    share(run => Some(BatchMeans.interval(run))) should be > 0.90
    share(Interval.of(_)) should be < 0.80
  }
}
