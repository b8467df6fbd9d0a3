package bottleneck.lab.explain.record

import bottleneck.lab.explain.preparation.{MadeSlices, Phases, Preparation, Slice}
import bottleneck.lab.explain.series.{PartFigures, PartMetrics}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

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
    demand.line.standardErrorMs.getOrElse(1.0) shouldBe 0.0 +- 1e-6
    demand.line.noise.getOrElse(1.0) shouldBe 0.0 +- 1e-6
    demand.line.degreesOfFreedom shouldBe Some(10)
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
    val pool = PartFigures.of(PartMetrics.held -> 4, PartMetrics.acquired -> 800)
    seen(paces(), pool).connectionMs shouldBe Some(9.0)
    seen(paces(), pool.without(PartMetrics.held)).connectionMs shouldBe None
    seen(paces(), pool.without(PartMetrics.acquired)).connectionMs shouldBe None
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
