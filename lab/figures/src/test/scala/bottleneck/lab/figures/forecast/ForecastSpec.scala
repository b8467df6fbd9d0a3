package bottleneck.lab.figures.forecast

import bottleneck.lab.figures.preparation.{MadeSlices, Phases, Preparation, Slice}
import bottleneck.lab.figures.record.{Demand, Expectation, MadeRecord, RunRecord}
import bottleneck.lab.figures.target._
import bottleneck.lab.figures.theory.{Limit, PoolLimit}
import bottleneck.lab.log.TemporaryFolder
import java.nio.file.Files
import org.scalatest.Assertion
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._

class ForecastSpec extends AnyFlatSpec with Matchers with TemporaryFolder {
  private val closed = ClosedLoad(users = 5, arrival = 2.seconds, settle = 4.seconds, hold = 24.seconds)
  private val open = OpenLoad(perSecond = 50, settle = 2.seconds, hold = 12.seconds, patience = 5.seconds)
  private val users = Limit.users(1000, 1.second)
  private val expected = Expectation(Vector(users))

  /** A request takes 4 ms of the cores. */
  private def prepare(): Unit =
    prepare(MadeSlices.warming(1, 1, 1, 1) ++ MadeSlices.calibrating("service-1" -> 3, "generator" -> 1))

  private def prepare(slices: Vector[Slice]): Unit =
    Preparation.write(folder, Preparation(slices, 60000, heldMs = None, cpus = 2))

  private def forecast(load: Load = closed, expected: Expectation = expected)(
      change: RunRecord => RunRecord = identity
  ): Forecast = Forecast.of(folder, change(MadeRecord.of(load, expected)))

  private def limit(forecast: Forecast): Option[(Double, String)] =
    forecast.prediction.map(limit => (limit.perSecond.round.toDouble, limit.by))

  "A forecast" should "be the limit of the resource that allows least" in {
    prepare()
    forecast()().demand.map(_.cpuMs).getOrElse(0.0) shouldBe 4.0 +- 1e-9
    forecast()().preparation.map(_.warmUpSeconds) shouldBe Some(12.0)
    limit(forecast()()) shouldBe Some((500.0, "cores"))
    limit(forecast()(MadeRecord.limited(_, CpuLimits(service = Some(0.3))))) shouldBe Some(
      (100.0, "cores of the service")
    )
    limit(forecast(expected = Expectation(Vector(Limit.users(10, 1.second))))()) shouldBe Some((10.0, "users"))
  }

  it should "be no more than arrives of an open load" in {
    prepare()
    limit(forecast(open)()) shouldBe Some((50.0, "arrivals"))
  }

  it should "have what statements take of a connection, where metrics.csv has it" in {
    prepare()
    val pool = expected.copy(pool = Some(PoolLimit(1, 100.millis)))
    forecast(expected = pool)().prediction.map(_.formula) shouldBe Some("1 / 0.1 s")
    val names = Vector("active_connections", "usage_seconds_total", "usages_total", "acquires_total")
    // 100 times a second, for 1.5 ms each; it is still being written
    val rows = (0 to 6).map(n => s"${MadeSlices.start + n * 1000},1,${n * 0.15},${n * 100},${n * 100}")
    val lines = ("at_ms" +: names.map(name => s"service-1.hikari_$name")).mkString(",") +: rows
    Files.writeString(folder.resolve("metrics.csv"), lines.mkString("", "\n", "\n17952"))
    // 400 times in 4 s, by 400 requests, with the half of a millisecond that Hikari rounds off
    forecast(expected = pool)().prediction.map(_.formula) shouldBe Some("1 / (0.1 s + 2 ms)")
  }

  it should "not predict by cores what an intervention changes" in {
    prepare()
    val building = BuildIndex(1.second, IndexBuild.Plain, Index.Keyset, "idx")
    limit(forecast()(run => run.copy(setup = run.setup.copy(intervention = Some(building))))) shouldBe Some(
      (1000.0, "users")
    )
  }

  it should "be that of the cycles of a load in slices, between whose light slices the machine changes" in {
    val cycles = Vector(4, 8, 5, 4).flatMap { ms =>
      def slice(requests: Long): Slice = MadeSlices.light(requests, Map("service-1" -> requests * ms / 1000.0))
      Vector(slice(1800L / ms).copy(phase = Phases.full), slice(100))
    }
    prepare(cycles)
    val prediction = forecast(SlicedLoad.of(16, None))().prediction.getOrElse(fail("nothing"))
    // 450, 225, 360 and 450 of 500, 250, 400 and 500 in theory
    prediction.perSecond shouldBe 371.25 / 0.9 +- 0.01
    val (low, high) = prediction.interval.getOrElse(fail("it has no interval"))
    high - low should be < 0.01
  }

  private def nothingSeen(): Assertion =
    (forecast()().preparation, forecast()().demand, limit(forecast()())) shouldBe ((
      None,
      None,
      Some((1000.0, "users"))
    ))

  it should "know only what theory says where nothing came before the load, or nobody can read it" in {
    nothingSeen()
    Files.writeString(folder.resolve(Preparation.file), "{")
    nothingSeen()
    forecast(expected = Expectation())().prediction shouldBe None
  }
}

class CoreLimitsSpec extends AnyFlatSpec with Matchers {
  private val demand = Demand(cpuMs = 4, serviceCpuMs = 2, responseMs = Some(10), databaseCpuMs = Some(1))

  private def limits(demand: Demand, limited: CpuLimits = CpuLimits.none, instances: Int = 1): Vector[Limit] =
    new CoreLimits(machine = 2, limited, instances).of(demand)

  // worked by hand: t of 90 % is 1.812461 with 10 degrees of freedom, 0.04 of 4 ms are 1 %, and a machine that changes
  // by 10 % either way, each as likely, adds 1.645 × 0.1 / √3 = 0.094974: √(0.018125² + 0.094974²) = 0.096688
  "Cores of the machine" should "allow what requests and machine stray by, in quadrature" in {
    val limit = limits(demand.copy(standardErrorMs = Some(0.04), degreesOfFreedom = Some(10))).head
    limit.perSecond shouldBe 500.0 +- 1e-9
    limit.low.getOrElse(0.0) shouldBe 451.656 +- 1e-3
    limit.high.getOrElse(0.0) shouldBe 548.344 +- 1e-3
    limits(demand).head.interval shouldBe None
  }

  "A quota" should "allow what its part alone needs, of all its instances" in {
    limits(demand).map(_.formula) shouldBe Vector("2 / 4 ms")
    val both = limits(demand, CpuLimits(service = Some(0.5), database = Some(0.25)), instances = 3)
    both.map(limit => (limit.perSecond, limit.by)) shouldBe
      Vector((500.0, "cores"), (750.0, "cores of the service"), (250.0, "cores of the database"))
  }

  it should "not limit a part that uses nothing" in {
    val quotas = CpuLimits(service = Some(0.5), database = Some(0.25))
    limits(demand.copy(serviceCpuMs = 0, databaseCpuMs = Some(0)), quotas).map(_.by) shouldBe Vector("cores")
    limits(demand.copy(databaseCpuMs = None), quotas).map(_.by) shouldBe Vector("cores", "cores of the service")
  }
}
