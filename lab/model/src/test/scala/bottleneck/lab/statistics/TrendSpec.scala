package bottleneck.lab.statistics

import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.util.Random

class TrendSpec extends AnyFlatSpec with Matchers {
  private def points(values: Vector[Double]): Vector[(Double, Double)] =
    values.zipWithIndex.map { case (y, x) => (x.toDouble, y) }

  /** Number of permutations of `n` values by inversions (Mahonian numbers). */
  private def orders(n: Int): Vector[Double] = (2 to n).foldLeft(Vector(1.0)) { (counts, size) =>
    Vector.tabulate(size * (size - 1) / 2 + 1)(pairs =>
      (0 until size).map(moved => counts.lift(pairs - moved).getOrElse(0.0)).sum
    )
  }

  "A trend" should "be the slope of a straight line, and surely" in {
    Trend.of(points(Vector.tabulate(10)(3 + 2.0 * _))) shouldBe Trend(2, 2, 2)
  }

  // by hand: the slopes from the one that differs are -9 / 1 … -9 / 9, the other 36 are 0
  it should "not follow a single value" in {
    Trend.of(points(9.0 +: Vector.fill(9)(0.0))) shouldBe Trend(0, 0, 0)
  }

  // 13 of 45 slopes or fewer are below the true one, or above it
  "Its interval" should "hold the true slope 89 times of 100, by all orders of ten values" in {
    val all = orders(10)
    all.sum shouldBe 3628800.0
    1 - 2 * all.take(14).sum / all.sum shouldBe 0.892 +- 0.001
  }

  // of 4000 the share has a standard error of 0.5 %, times 3
  it should "do so with noise" in {
    val random = new Random(3)
    val held = (1 to 4000).count { _ =>
      val trend = Trend.of(points(Vector.tabulate(10)(2.0 * _ + 5 * random.nextGaussian())))
      trend.low <= 2 && 2 <= trend.high
    }
    held / 4000.0 shouldBe 0.892 +- 0.015
  }
}
