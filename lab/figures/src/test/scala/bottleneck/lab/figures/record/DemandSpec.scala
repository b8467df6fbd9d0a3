package bottleneck.lab.figures.record

import bottleneck.lab.figures.preparation.{MadeSlices, Phases, Preparation, Slice}
import bottleneck.lab.figures.series.{PartFigures, PartMetrics}
import org.hipparchus.stat.StatUtils
import org.hipparchus.stat.regression.SimpleRegression
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.util.Random

class DemandSpec extends AnyFlatSpec with Matchers {

  /** Service demand per part, in ms, and its idle CPU use, in cores. */
  private val parts: Map[String, (Double, Double)] = Map(
    "service-1" -> ((1.5, 0.05)),
    "service-2" -> ((0.5, 0.01)),
    "database" -> ((1.0, 0.02)),
    "generator" -> ((0.5, 0.02))
  )

  private def paces(
      parts: Map[String, (Double, Double)] = parts,
      compilers: Map[String, Double] = Map.empty
  ): Vector[Slice] = MadeSlices.prepared(compilers)(parts.toVector.map { case (part, (ms, idle)) =>
    part -> ((perSecond: Double) => idle + ms * perSecond / 1000 + compilers.getOrElse(part, 0.0))
  }: _*)

  private def of(slices: Vector[Slice], alone: PartFigures = PartFigures.none): Option[Demand] =
    Demand.of(Preparation(MadeSlices.warming(9, 9, 9, 9) ++ slices, 60000, heldMs = None, cpus = 2), alone)

  private def seen(slices: Vector[Slice], alone: PartFigures = PartFigures.none): Demand =
    of(slices, alone).getOrElse(fail("nothing"))

  "A request" should "demand what each part uses more with each" in {
    val demand = seen(paces())
    demand.cpuMs shouldBe 3.5 +- 1e-9
    demand.serviceCpuMs shouldBe 2.0 +- 1e-9
    demand.databaseCpuMs.getOrElse(0.0) shouldBe 1.0 +- 1e-9
    demand.generatorCpuMs.getOrElse(0.0) shouldBe 0.5 +- 1e-9
    demand.standardErrorMs.getOrElse(1.0) shouldBe 0.0 +- 1e-6
    demand.noise.getOrElse(1.0) shouldBe 0.0 +- 1e-6
    demand.degreesOfFreedom shouldBe Some(10)
  }

  it should "not demand what compilers use: they will be done" in {
    val demand = seen(paces(compilers = Map("service-1" -> 0.2, "generator" -> 0.1)))
    demand.cpuMs shouldBe 3.5 +- 1e-9
    // theirs fall while the pace rises, which alone would look like a request that demands less
    val falling = paces().zipWithIndex.map { case (slice, n) =>
      val compiled = 0.4 - n * 0.02
      slice.copy(
        cpu = slice.cpu.updatedWith("service-1")(_.map(_ + compiled)),
        compilers = Map("service-1" -> compiled)
      )
    }
    seen(falling).serviceCpuMs shouldBe 2.0 +- 1e-9
  }

  it should "demand what the load balancer and the cache use, where they have processes of their own" in {
    val more = parts ++ Map("balancer" -> ((0.25, 0.0)), "cache" -> ((0.5, 0.0)))
    seen(paces(more)).cpuMs shouldBe 4.25 +- 1e-9
    seen(paces(more)).serviceCpuMs shouldBe 2.0 +- 1e-9
  }

  it should "hold connections for as long as all did, shared by all requests" in {
    // 800 times by 400 requests of the requests one by one, each time for 4 ms and what Hikari rounds off
    val (held, acquired) = (PartMetrics.held -> 4.0, PartMetrics.acquired -> 800.0)
    seen(paces(), PartFigures.of(held, acquired)).connectionMs shouldBe Some(9.0)
    seen(paces(), PartFigures.of(acquired)).connectionMs shouldBe None
    seen(paces(), PartFigures.of(held)).connectionMs shouldBe None
    seen(paces()).connectionMs shouldBe None
  }

  "A demand" should "be unknown where the paces do not tell" in {
    of(Vector.empty) shouldBe None
    of(paces().filter(_.phase == Phases.paced(0.4))) shouldBe None
    of(paces().map(_.copy(requests = 0, responseMs = 0))) shouldBe None
  }

  it should "be unknown where the service is not seen, or uses no more with more requests" in {
    of(paces(Map("generator" -> ((0.5, 0.02))))) shouldBe None
    of(paces(parts ++ Map("service-1" -> ((-0.5, 0.3)), "service-2" -> ((0.0, 0.0))))) shouldBe None
  }
}

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
    val slices = Phases.visits.flatMap { case (pace, n) => Vector.fill(n)(slice(pace, (pace * 1000).toLong, pace * 4)) }
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
