package bottleneck.lab

import bottleneck.lab.explain.log.LogRecord
import bottleneck.lab.explain.result._
import bottleneck.lab.explain.stats.{MadeLog, RunStatistics, Window}
import bottleneck.lab.target.{ClosedLoad, Load, WarmUp}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._

class CalibrationSpec extends AnyFlatSpec with Matchers with TemporaryFolder {
  private val load =
    ClosedLoad(users = 8, arrival = 1.second, settle = 1.second, hold = 20.seconds, Some(WarmUp(2, 12.seconds)))

  /** In each of the seconds 7 to 11, which calibrate: two OK ones of 100 and 300 ms, and one that failed. */
  private val calibrating = (0 to 14).toVector.flatMap { second =>
    val at = second * 1000
    val slow = if (second < 7 || second > 11) 900 else 300
    Vector(
      MadeLog.request(at, at + 100),
      MadeLog.request(at, at + slow),
      MadeLog.request(at, at + 800, "Premature close")
    )
  }

  private val cpu = Cpu(Some(0.5), Some(0.3), Some(0.1), Some(1.9), None, None)
  private val server = Server.unknown.copy(cpu = cpu, jvm = Some(Jvm(Some(0.2))))

  private def demand(
      server: Server = server,
      load: Load = load,
      usesDatabase: Boolean = true,
      records: Vector[LogRecord] = calibrating
  ): Option[Demand] = {
    val log = MadeLog.write(folder.resolve("simulation.log"), records)
    val statistics = RunStatistics.read(log, Window(14000, 15000)).fold(error => fail(error.message), identity)
    new Calibration(load, usesDatabase).demand(server, statistics)
  }

  "A calibration" should "be the last five seconds of the warm-up" in {
    new Calibration(load, usesDatabase = true).window shouldBe Window(7000, 12000)
  }

  "A warm-up without a calibration" should "tell nothing of what a request costs" in {
    val warm =
      ClosedLoad(users = 2, 1.second, 1.second, 2.seconds, Some(WarmUp(2, 12.seconds, calibration = Duration.Zero)))
    demand(load = warm) shouldBe None
    demand() should not be None
  }

  "A request" should "cost what the parts used without their compilers, shared by all that ended" in {
    // 15 ended in 5 s. All: (0.5 - 0.2 + 0.1 + 0.3) cores × 5 s / 15; the service alone: 0.3 × 5 / 15
    val cost = demand().getOrElse(fail("nothing"))
    cost.cpuMs shouldBe 700.0 / 3 +- 1e-9
    cost.serviceCpuMs shouldBe 100.0 +- 1e-9
    cost.responseMs shouldBe 200.0
    cost.databaseCpuMs.getOrElse(0.0) shouldBe 100.0 +- 1e-9
  }

  it should "cost nothing of a database that it does not use" in {
    demand(server.copy(cpu = cpu.copy(database = None)), usesDatabase = false).map(_.databaseCpuMs) shouldBe Some(None)
    val alone = server.copy(cpu = cpu.copy(database = None))
    demand(alone, usesDatabase = false).map(_.cpuMs).getOrElse(0.0) shouldBe 400.0 / 3 +- 1e-9
    demand(alone) shouldBe None
  }

  it should "hold connections for as long as all did, shared by all requests" in {
    // 30 times in 5 s by 15 requests, each time for 4 ms and what Hikari rounds off
    val pool = Hikari(2, 0, 0, None, usageMeanMs = Some(4), acquired = Some(30))
    demand(server.copy(hikari = Some(pool))).map(_.connectionMs) shouldBe Some(Some(9.0))
    demand(server.copy(hikari = Some(pool.copy(usageMeanMs = None)))).map(_.connectionMs) shouldBe Some(None)
    demand().map(_.connectionMs) shouldBe Some(None)
  }

  it should "cost the load balancer too, where there is one" in {
    val behind = server.copy(cpu = cpu.copy(balancer = Some(0.2)))
    demand(behind).map(_.cpuMs).getOrElse(0.0) shouldBe 900.0 / 3 +- 1e-9
    demand(behind).map(_.serviceCpuMs).getOrElse(0.0) shouldBe 100.0 +- 1e-9
  }

  it should "cost the cache too, where it has a process of its own" in {
    demand(server.copy(cpu = cpu.copy(cache = Some(0.2)))).map(_.cpuMs).getOrElse(0.0) shouldBe 900.0 / 3 +- 1e-9
  }

  it should "not cost the service less than nothing" in {
    demand(server.copy(jvm = Some(Jvm(Some(0.6))))).map(_.serviceCpuMs) shouldBe Some(0.0)
    demand(server.copy(jvm = Some(Jvm(Some(0.9))))) shouldBe None
  }

  it should "have an unknown cost without a warm-up, samples, or an OK response" in {
    demand(load = load.copy(warmUp = None)) shouldBe None
    demand(Server.unknown) shouldBe None
    demand(records = calibrating.filter(_.end > 12000)) shouldBe None
  }
}
