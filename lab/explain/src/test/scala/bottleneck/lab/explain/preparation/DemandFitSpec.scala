package bottleneck.lab.explain.preparation

import org.hipparchus.stat.StatUtils
import org.hipparchus.stat.regression.SimpleRegression
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.util.Random

class DemandFitSpec extends AnyFlatSpec with Matchers {

  private def fit(slices: Vector[Slice]): Option[DemandFit] = DemandFit.of(slices)(slice => Some(slice.allOwn))

  private def slice(utilisation: Double, requests: Long, cores: Double): Slice =
    MadeSlices.paced(utilisation, requests, Map("service-1" -> cores))

  /** 4 ms of CPU time a request and 0.1 cores without any. */
  private val exact = MadeSlices.calibrating()("service-1" -> (perSecond => 0.1 + perSecond * 0.004))

  "A demand" should "be the slope of cores over throughput, beside what is used without a request" in {
    val DemandFit(ms, error, degrees, background, cores) = fit(exact).getOrElse(fail("nothing"))
    ms shouldBe 4.0 +- 1e-9
    error shouldBe 0.0 +- 1e-9
    degrees shouldBe 10
    background shouldBe 0.1 +- 1e-9
    cores shouldBe 0.9 +- 1e-9
  }

  it should "not depend on a machine that slows down all the while, by the order of the visits" in {
    val paces = Phases.visits.flatMap { case (pace, slices) => Vector.fill(slices)(pace) }
    val slowing = paces.zipWithIndex.map { case (pace, second) =>
      val requests = pace * 1000
      slice(pace, requests.toLong, requests * 0.004 * (1 + 0.02 * (second - (paces.size - 1) / 2.0)))
    }
    fit(slowing).map(_.ms).getOrElse(0.0) shouldBe 4.0 +- 1e-9
  }

  it should "be the same where one slice of a calibration is missing" in {
    val slices = Phases.visits.flatMap { case (pace, n) =>
      Vector.fill(n)(slice(pace, (pace * 1000).toLong, pace * 4))
    }
    slices.indices.foreach(n => fit(slices.patch(n, Nil, 1)).map(_.ms).getOrElse(0.0) shouldBe 4.0 +- 1e-9)
  }

  // worked by hand: Σ(z − 1)(x − 5) = 12, Σ(z − 1)(y − 0.6) = 1.2, Σu² = 0.02 with 4 degrees, Σ(z − 1)² = 4
  it should "have the standard error of an instrument" in {
    val points = Vector((0.2, 1, 0.2), (0.2, 3, 0.4), (0.4, 4, 0.5), (0.4, 6, 0.7), (0.65, 7, 0.7), (0.65, 9, 1.1))
    val seen = fit(points.map { case (pace, requests, cores) => slice(pace, requests.toLong, cores) })
    val DemandFit(ms, error, degrees, _, _) = seen.getOrElse(fail("nothing"))
    ms shouldBe 100.0 +- 1e-6
    error shouldBe 1000 * math.sqrt(0.005 * 4) / 12 +- 1e-6
    degrees shouldBe 4
  }

  it should "be unknown of fewer than five slices" in {
    fit(exact.filterNot(_.phase == Phases.paced(0.4)).drop(3)) shouldBe defined
    fit(exact.filterNot(_.phase == Phases.paced(0.4)).drop(4)) shouldBe None
  }

  it should "be unknown where throughputs are too much alike" in {
    def paces(highest: Long): Vector[Slice] =
      Vector(0.2 -> 100L, 0.65 -> highest).flatMap { case (pace, rate) =>
        Vector.fill(4)(slice(pace, rate, rate * 0.004))
      }
    fit(paces(highest = 160)) shouldBe defined
    fit(paces(highest = 149)) shouldBe None
  }

  /** Runs of twelve seconds of a request that takes 4 ms, by what strays from the throughput of each second. */
  private def simulated(random: Random)(strays: Vector[Double] => Vector[Double]): Vector[Vector[Slice]] =
    Vector.fill(2000) {
      MadeSlices.paces.zipWithIndex.flatMap { case (pace, n) =>
        val rate = (n + 1) * 100.0
        strays(Vector.fill(5)(random.nextGaussian() * 30)).map { stray =>
          slice(pace, (rate + stray).round, 0.1 + rate * 0.004 + random.nextGaussian() * 0.02)
        }
      }
    }

  private def leastSquares(slices: Vector[Slice]): Double = {
    val line = new SimpleRegression
    slices.foreach(slice => line.addData(slice.perSecond, slice.allOwn))
    line.getSlope * 1000
  }

  private def deviation(values: Vector[Double]): Double = math.sqrt(StatUtils.variance(values: _*))

  private def mean(values: Vector[Double]): Double = values.sum / values.size

  "The instrument" should "find the demand that least squares miss where throughput strays" in {
    val runs = simulated(new Random(1))(_.take(4))
    // the variance between paces is 6667, that of what strays 900: least squares find 88 % of 4 ms
    mean(runs.map(leastSquares)) shouldBe 3.52 +- 0.1
    // its own bias is that of a ratio, (30 · √8 / 800)² = 1.1 %
    mean(runs.flatMap(fit(_)).map(_.ms)) shouldBe 4.045 +- 0.02
  }

  it should "know how far it strays" in {
    val fits = simulated(new Random(2))(_.take(4)).flatMap(fit(_))
    fits should have size 2000
    mean(fits.map(_.standardError)) / deviation(fits.map(_.ms)) shouldBe 1.0 +- 0.2
  }

  it should "be on the safe side where requests that leave one second end in the next" in {
    val fits =
      simulated(new Random(3))(ends => ends.zip(ends.drop(1)).map { case (in, out) => in - out }).flatMap(fit(_))
    mean(fits.map(_.standardError)) / deviation(fits.map(_.ms)) should be > 1.0
    mean(fits.map(_.ms)) shouldBe 4.0 +- 0.04
  }
}
