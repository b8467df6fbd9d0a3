package bottleneck.lab.explain

import bottleneck.lab.explain.preparation.{MadeSlices, Preparation}
import bottleneck.lab.explain.record.{Expectation, MadeRecord, RunRecord}
import bottleneck.lab.explain.theory.{PoolLimit, Prediction}
import bottleneck.lab.TemporaryFolder
import bottleneck.lab.target._
import java.nio.file.Files
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._

class ForecastSpec extends AnyFlatSpec with Matchers with TemporaryFolder {
  private val closed = ClosedLoad(users = 5, arrival = 2.seconds, settle = 4.seconds, hold = 24.seconds)
  private val open = OpenLoad(perSecond = 50, settle = 2.seconds, hold = 12.seconds, patience = 5.seconds)
  private val users = Prediction.users(1000, 1.second)
  private val expected = Expectation(Vector(users))

  /** A request takes 4 ms of the cores. */
  private def prepare(): Unit = {
    val slices = MadeSlices.warming(1, 1, 1, 1) ++
      MadeSlices.prepared()("service-1" -> (_ * 0.003), "generator" -> (_ * 0.001))
    Preparation.write(folder, Preparation(slices, 60000, heldMs = None, cpus = 2))
  }

  /** Forecast from the run's folder, on 2 cores. */
  private def forecast(load: Load = closed, expected: Expectation = expected)(
      change: RunRecord => RunRecord = identity
  ): Forecast = Forecast.of(folder, change(MadeRecord.of(load, expected)))

  private def limited(service: Double)(record: RunRecord): RunRecord = record.copy(
    setup = record.setup.copy(target = record.target.copy(cpus = CpuLimits(service = Some(service)))),
    installed = Some(Installed("25", Vector.empty, None, Map.empty))
  )

  private def limit(forecast: Forecast): Option[(Double, String)] =
    forecast.prediction.map(limit => (limit.perSecond.round.toDouble, limit.by))

  "A forecast" should "be the limit of the resource that allows least" in {
    prepare()
    forecast()().demand.map(_.cpuMs).getOrElse(0.0) shouldBe 4.0 +- 1e-9
    forecast()().preparation.map(_.warmUpSeconds) shouldBe Some(12.0)
    limit(forecast()()) shouldBe Some((500.0, "cores"))
    limit(forecast()(limited(0.3))) shouldBe Some((100.0, "cores of the service"))
    limit(forecast(expected = Expectation(Vector(Prediction.users(10, 1.second))))()) shouldBe Some((10.0, "users"))
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

  it should "know only what theory says where nothing came before the load, or nobody can read it" in {
    (forecast()().preparation, forecast()().demand, limit(forecast()())) shouldBe ((
      None,
      None,
      Some((1000.0, "users"))
    ))
    Files.writeString(folder.resolve(Preparation.file), "{")
    (forecast()().preparation, forecast()().demand, limit(forecast()())) shouldBe ((
      None,
      None,
      Some((1000.0, "users"))
    ))
    forecast(expected = Expectation())().prediction shouldBe None
  }
}
