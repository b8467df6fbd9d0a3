package bottleneck.lab.explain.statistics

import bottleneck.lab.explain.statistics.ScalabilityLaw.{Point, TooFewLoads}
import bottleneck.lab.Slow
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.util.Random

class ScalabilityLawSpec extends AnyFlatSpec with Matchers {

  private def points(loads: Double*)(throughputs: Double*): Vector[Point] =
    loads.toVector.zip(throughputs).map { case (load, throughput) => Point(load, throughput) }

  private def law(points: Vector[Point]): ScalabilityLaw =
    ScalabilityLaw.fit(points).fold(e => fail(e.message), identity)

  private def measured(curve: ScalabilityCurve, cv: Double, random: Random): Vector[Point] =
    Vector(1.0, 2, 4, 8, 16, 32, 64).map(load => Point(load, curve.at(load) * (1 + cv * random.nextGaussian())))

  // SPEC SDM91 of Gunther's book, as in the R package usl
  private val sdm91 = points(1, 18, 36, 72, 108, 144, 216)(64.9, 995.9, 1652.4, 1853.2, 1828.9, 1775.0, 1702.2)

  "A fit without weights" should "be the published one" in {
    // the vignette of usl: σ 0.02773, κ 1.044e-4, peak at 96.5
    val curve = new ScalabilityFit(sdm91.map(_.load), sdm91.map(_ => 1.0))(sdm91.map(_.throughput))
    curve.lambda shouldBe 89.9952 +- 0.001
    curve.sigma shouldBe 0.0277285 +- 1e-6
    curve.kappa shouldBe 1.043655e-4 +- 1e-9
    curve.peak shouldBe 96.52 +- 0.01
  }

  // by another program (Gauss–Newton with step halving, weights 1 ÷ throughput)
  "The law" should "be that of the classic example" in {
    val classic = law(sdm91)
    classic.lambda.value shouldBe 79.7561 +- 0.001
    classic.sigma.value shouldBe 0.0214949 +- 1e-6
    classic.kappa.value shouldBe 1.070790e-4 +- 1e-9
    classic.peak.map(_.value).getOrElse(0.0) shouldBe 95.594 +- 0.01
    classic.at(100).value shouldBe 1904.36 +- 0.01
  }

  it should "have intervals around its values" in {
    val classic = law(sdm91)
    for (estimate <- Vector(classic.lambda, classic.sigma, classic.kappa, classic.at(300)) ++ classic.peak) {
      estimate.low should be < estimate.value
      estimate.high should be > estimate.value
    }
    def width(estimate: Estimate): Double = estimate.high - estimate.low
    width(classic.at(1000)) / classic.at(1000).value should be > width(classic.at(100)) / classic.at(100).value
  }

  it should "be the same for the same seed only" in {
    law(sdm91).sigma shouldBe law(sdm91).sigma
    ScalabilityLaw.fit(sdm91, seed = 2).map(_.sigma) should not be Right(law(sdm91).sigma)
  }

  it should "find the coefficients of exact data, small and large" in {
    for {
      lambda <- Vector(0.5, 2000.0)
      sigma <- Vector(0.0, 0.02, 0.9)
      kappa <- Vector(0.0, 1e-5, 0.01)
    } {
      val found = law(measured(ScalabilityCurve(lambda, sigma, kappa), 0, new Random(1)))
      found.lambda.value shouldBe lambda +- 1e-4 * lambda
      found.sigma.value shouldBe sigma +- 1e-4
      found.kappa.value shouldBe kappa +- 1e-5
    }
  }

  it should "have no peak where throughput never falls" in {
    law(points(1, 2, 3, 4, 5, 6)(10, 20, 30, 40, 50, 60)).peak shouldBe None
  }

  // Gunther's ray tracing example, whose free optimum has κ = −1.3e-4; σ and λ at κ = 0 by the same other program
  it should "stay on the border where a coefficient would be negative" in {
    val rays = law(points(1, 4, 8, 12, 16, 20, 24, 28, 32, 48, 64)(20, 78, 130, 170, 190, 200, 210, 230, 260, 280, 310))
    rays.kappa.value shouldBe 0.0
    rays.sigma.value shouldBe 0.0593679 +- 1e-6
    rays.lambda.value shouldBe 22.18647 +- 1e-4
    rays.peak shouldBe None
    val superlinear = law(points(1, 2, 3, 4, 5, 6)(10, 21, 33, 46, 60, 75))
    (superlinear.sigma.value, superlinear.kappa.value) shouldBe ((0.0, 0.0))
  }

  // Percentiles of seven points hold the truth about 9 times of 10; 48 of 60 are 2.6 standard errors fewer
  it should "hold the true values in its intervals" taggedAs Slow in {
    val truth = ScalabilityCurve(100, 0.05, 0.001)
    val random = new Random(4)
    val held = Vector.fill(60)(law(measured(truth, 0.02, random))).map { law =>
      def holds(estimate: Estimate, value: Double): Int = if (estimate.low <= value && value <= estimate.high) 1 else 0
      Vector(holds(law.sigma, 0.05), holds(law.kappa, 0.001), law.peak.map(holds(_, truth.peak)).getOrElse(0))
    }
    held.transpose.map(_.sum).foreach(_ should be >= 48)
  }

  it should "need six different loads" in {
    ScalabilityLaw.fit(points(1, 2, 3, 4, 5, 5, 5)(1, 2, 3, 4, 5, 5, 5)).left.map(_.message) shouldBe
      Left("a scalability law needs at least 6 different loads, and 5 were measured.")
    ScalabilityLaw.fit(Vector.empty) shouldBe Left(TooFewLoads(0))
    an[IllegalArgumentException] should be thrownBy Point(0, 5)
    an[IllegalArgumentException] should be thrownBy Point(1, 0)
  }

  "A curve" should "peak at √((1 − σ) ÷ κ), and at 1 where it only falls" in {
    ScalabilityCurve(1, 0.19, 0.01).peak shouldBe 9.0 +- 1e-12
    ScalabilityCurve(1, 1.5, 0.01).peak shouldBe 1.0
    ScalabilityCurve(1, 0.5, 0).peak shouldBe Double.PositiveInfinity
  }
}
