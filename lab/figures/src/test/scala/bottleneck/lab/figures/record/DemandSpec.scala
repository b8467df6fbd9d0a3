package bottleneck.lab.figures.record

import bottleneck.lab.figures.preparation.{MadeSlices, Phases, Preparation, Slice}
import bottleneck.lab.figures.series.{PartFigures, PartMetrics}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class DemandSpec extends AnyFlatSpec with Matchers {

  /** 400 ms of CPU time for 100 requests, and in 2 s 1000 ms for 300. */
  private val light = Vector(
    MadeSlices.light(100, Map("service-1" -> 0.1, "service-2" -> 0.08, "database" -> 0.12, "generator" -> 0.1)),
    twoSeconds(
      MadeSlices.light(300, Map("service-1" -> 0.2, "service-2" -> 0.1, "database" -> 0.14, "generator" -> 0.06))
    )
  )

  private def twoSeconds(slice: Slice): Slice = slice.copy(toMs = slice.fromMs + 2000)

  /** Requests one by one: 400 of 20 ms. */
  private val alone = MadeSlices.light(400, Map("service-1" -> 0.9)).copy(phase = Phases.alone)

  private def of(
      slices: Vector[Slice],
      metrics: PartFigures = PartFigures.none,
      parts: Set[String] = Set.empty
  ): Option[Demand] =
    Demand.of(Preparation(MadeSlices.warming(9, 9, 9, 9) ++ slices, 60000, heldMs = None, cpus = 2), metrics, parts)

  private def seen(slices: Vector[Slice], metrics: PartFigures = PartFigures.none): Demand =
    of(slices, metrics).getOrElse(fail("nothing"))

  "A request" should "demand the CPU time of the light slices ÷ their requests" in {
    val demand = seen(alone +: light)
    demand.cpuMs shouldBe 3.5 +- 1e-9
    demand.serviceCpuMs shouldBe (180 + 600) / 400.0 +- 1e-9
    demand.databaseCpuMs.getOrElse(0.0) shouldBe (120 + 280) / 400.0 +- 1e-9
    demand.generatorCpuMs.getOrElse(0.0) shouldBe (100 + 120) / 400.0 +- 1e-9
    demand.responseMs shouldBe Some(20.0)
    // of a recording whose requests were paced
    seen(light.map(_.copy(phase = "calibration-30"))).cpuMs shouldBe 3.5 +- 1e-9
  }

  it should "not demand what compilers use: they will be done" in {
    val compiled = light.head.copy(compilers = Map("service-1" -> 0.04, "generator" -> 0.06))
    val demand = seen(Vector(compiled))
    demand.cpuMs shouldBe 3.0 +- 1e-9
    demand.serviceCpuMs shouldBe 1.4 +- 1e-9
  }

  it should "hold connections for as long as all did, shared by all requests" in {
    // 800 times by the 400 requests one by one, each time for 4 ms and what Hikari rounds off
    val (held, acquired) = (PartMetrics.held -> 4.0, PartMetrics.acquired -> 800.0)
    def connection(metrics: PartFigures): Option[Double] = seen(alone +: light, metrics).connectionMs
    connection(PartFigures.of(held, acquired)) shouldBe Some(9.0)
    connection(PartFigures.of(acquired)) shouldBe None
    connection(PartFigures.of(held)) shouldBe None
    seen(light, PartFigures.of(held, acquired)).connectionMs shouldBe None
  }

  // worked by hand: 3, 4 and 5 ms have the variance 1, and their mean the standard error 1 / √3
  "A demand" should "have the standard error of the mean of its slices, where these are three at least" in {
    val costs = Vector(0.3, 0.4, 0.5).map(cores => MadeSlices.light(100, Map("service-1" -> cores)))
    val demand = seen(costs)
    demand.standardErrorMs.getOrElse(0.0) shouldBe 0.57735 +- 1e-5
    demand.degreesOfFreedom shouldBe Some(2)
    val fewer = seen(costs.take(2))
    (fewer.standardErrorMs, fewer.degreesOfFreedom) shouldBe ((None, None))
  }

  it should "be unknown where nothing was answered, or nothing was used" in {
    of(Vector(alone)) shouldBe None
    of(light.map(_.copy(requests = 0, responseMs = 0))) shouldBe None
    of(light.map(slice => slice.copy(compilers = slice.cpu))) shouldBe None
  }

  it should "be unknown where the service or a part that a request uses was not sampled" in {
    of(light.map(slice => slice.copy(cpu = slice.cpu - "service-1" - "service-2"))) shouldBe None
    of(light, parts = Set("database", "cache")) shouldBe None
    of(light, parts = Set("database")) shouldBe of(light)
    // by the slices in which it was
    val partly = light.head +: light.tail.map(slice => slice.copy(cpu = slice.cpu - "database"))
    of(partly, parts = Set("database")).map(_.cpuMs).getOrElse(0.0) shouldBe 4.0 +- 1e-9
  }
}
