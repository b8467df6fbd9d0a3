package bottleneck.lab

import bottleneck.lab.explain.preparation.{MadeSlices, Preparation}
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.theory.PoolLimit
import bottleneck.lab.target._
import java.nio.file.Files
import org.scalatest.flatspec.AnyFlatSpec
import scala.concurrent.duration._

class PreparedRunSpec extends AnyFlatSpec with ConcludedRuns {
  private val warmed =
    ClosedLoad(16, arrival = 1.second, settle = 1.second, hold = 18.seconds, Some(WarmUp(users = 16)))

  /** The service's CPU time of a request during the warm-up, and what it takes of each part at all paces, in ms. */
  def prepared(run: RunRecord, warming: Double*)(ms: (String, Double)*): RunRecord = {
    val paced = MadeSlices.prepared()(ms.map { case (part, of) => part -> ((rate: Double) => of * rate / 1000) }: _*)
    Preparation.write(left, Preparation(MadeSlices.warming(warming: _*) ++ paced, 60000, None, cpus = 2))
    expecting(loaded(run, warmed), Expectation())
  }

  "A run" should "tell what a request costs by the paces before it, and what the cores allow by that" in {
    val result = concluded(prepared(run(), 1, 1, 1, 1)("service-1" -> 3, "generator" -> 1))
    val demand = result.expected.demand.getOrElse(fail("nothing"))
    demand.cpuMs shouldBe 4.0 +- 1e-9
    demand.serviceCpuMs shouldBe 3.0 +- 1e-9
    demand.responseMs shouldBe 20.0
    result.expected.prediction.map(_.by) shouldBe Some("cores")
    result.expected.prediction.map(_.perSecond).getOrElse(0.0) shouldBe cores / 0.004 +- 0.01
    result.expected.prediction.flatMap(_.contains(cores / 0.004)) shouldBe Some(true)
    result.treatment.warmUp.map(_.text) shouldBe Some("warm after 12 s")
    result.objections.filter(_.startsWith("warm")) shouldBe empty
  }

  it should "be disturbed where it was not warm before it" in {
    val result = concluded(prepared(run(), 2, 1.8, 1.6, 1.4)("service-1" -> 3, "generator" -> 1))
    result.treatment.warmUp.map(_.moving.size) shouldBe Some(1)
    result.objections.filter(_.startsWith("warm")).mkString should include(
      "not warm after 12 s: the CPU time of a request"
    )
  }

  it should "be invalid where the record of what came before it is damaged" in {
    val damaged = prepared(run(), 1, 1, 1, 1)("service-1" -> 3, "generator" -> 1)
    Files.writeString(left.resolve(Preparation.file), "{")
    val result = concluded(damaged)
    result.valid shouldBe false
    result.objections.mkString should include(Preparation.file)
  }

  it should "tell nothing of a warm-up that it did not have" in {
    val cold = concluded(run())
    (cold.treatment.warmUp, cold.expected.demand) shouldBe ((None, None))
    cold.validity.map(_.check) should not contain "warm"
  }

  it should "add what statements take of a connection to what the pool allows, where that is known" in {
    val pooled = expecting(
      prepared(run(), 1, 1, 1, 1)("service-1" -> 0.01, "generator" -> 0.01),
      Expectation(pool = Some(PoolLimit(1, 100.millis)))
    )
    def connections: Option[String] = concluded(pooled).expected.prediction.map(_.formula)
    connections shouldBe Some("1 / 0.1 s")
    val columns = "at_ms,generator.cpu_seconds_total" +:
      Vector("hikari_active_connections", "hikari_usage_seconds_total", "hikari_usages_total", "hikari_acquires_total")
        .map(name => s"service-1.$name")
    // 50 times a second, for 1 ms each
    val rows = (0 to 25).map(n => s"${MadeSlices.start + n * 1000},${n * 0.001},1,${n * 0.05},${n * 50},${n * 50}")
    Files.writeString(left.resolve("metrics.csv"), (columns.mkString(",") +: rows).mkString("", "\n", "\n"))
    // within the 4 s of requests one by one 200 times, for 1 ms and what is rounded off, by 400 requests
    connections shouldBe Some("1 / (0.1 s + 0.75 ms)")
  }

  /** A service and a database that use 2 and 1 ms for a request. */
  def limited(service: Option[Double], database: Option[Double]): Result = {
    val whole = prepared(run(), 1, 1, 1, 1)("service-1" -> 2, "database" -> 1, "generator" -> 1)
    concluded(
      whole.copy(
        setup = whole.setup.copy(target =
          whole.target.copy(database = Some(Database(25, Index.None)), cpus = CpuLimits(service, database))
        ),
        installed = whole.installed.map(_.copy(cpuLimitBy = Some("cgroup v1 quota")))
      )
    )
  }

  it should "tell what limits the cores of its parts, and what those allow" in {
    val service = limited(service = Some(0.1), database = Some(0.5))
    (service.target.cpus, service.target.cpuLimitBy) shouldBe
      ((CpuLimits(Some(0.1), Some(0.5)), Some("cgroup v1 quota")))
    service.expected.prediction.map(_.by) shouldBe Some("cores of the service")
    service.expected.prediction.map(_.perSecond).getOrElse(0.0) shouldBe 50.0 +- 1e-3
    val database = limited(service = None, database = Some(0.01))
    database.expected.prediction.map(_.by) shouldBe Some("cores of the database")
    database.expected.prediction.map(_.perSecond).getOrElse(0.0) shouldBe 10.0 +- 1e-3
  }

  it should "have no limit where that is all of the machine" in {
    val whole = limited(service = Some(cores.toDouble), database = Some(cores + 1.0))
    whole.target.cpus shouldBe CpuLimits.none
    whole.expected.prediction.map(_.by) shouldBe Some("cores")
  }
}
