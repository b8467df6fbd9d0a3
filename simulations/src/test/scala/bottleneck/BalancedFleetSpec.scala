package bottleneck

import bottleneck.lab.explain.record.{BalancedServer, BalancerLog, BalancerReading}
import bottleneck.lab.run.balancer.HaProxyProgram
import bottleneck.lab.run.host.FreePorts
import bottleneck.lab.statistics.Window
import bottleneck.lab.target._
import scala.concurrent.duration._

/** The lab with HAProxy. */
class BalancedFleetSpec extends FleetTest {

  private def servers(name: String): Vector[BalancedServer] = {
    val log = folder.resolve(name).resolve(BalancerLog.file)
    BalancerReading.read(log, 0, Window(0, 1)).getOrElse(fail("no log")).servers
  }

  "A fleet" should "have its load balancer in front of its instances, and tell when it ended" in {
    assume(HaProxyProgram.found.isDefined, HaProxyProgram.missing)
    // the check of the second instance is half an interval after that of the first: too late for this test
    val check = HealthCheck("/journals?size=1", interval = 1.hour, timeout = 10.seconds, fall = 3, rise = 2)
    val balancer = Some(Balancer(Policy.RoundRobin, check, 10.seconds))
    val balanced = during("balanced", Target(instances = 2, pool, database, balancer = balancer)) { balanced =>
      (balanced.urls.size, balanced.instanceUrls.size) shouldBe ((1, 2))
      (1 to 10).foreach(_ => get(balanced, "/journals?size=5") shouldBe Some(200))
      balanced.instanceUrls.map(get(_, "/journals?size=5")) shouldBe Vector.fill(2)(Some(200))
      balanced.installed.balancer shouldBe HaProxyProgram.found.map(_.version)
      eventually(metrics("balanced").gauge("balancer.cpu_seconds_total").flatten should not be empty)
      // 5 through the balancer, one past it, and one before all: the first answer would take too long for a check
      eventually(metrics("balanced").gauge("service-2.http_requests_total").flatten.lastOption shouldBe Some(7.0))
      val haProxy = child("haproxy")
      kill(haProxy)
      eventually(haProxy.isAlive shouldBe false)
    }
    balanced.endedEarly.mkString should include("The load balancer ended during the run")
    FreePorts.isFree(balanced.urls.head.getPort) shouldBe true
    // 10 and the GET that it was ready by
    servers("balanced").map(server => server.name -> server.requests) shouldBe
      Vector("service-1" -> 6, "service-2" -> 5)
    servers("balanced").flatMap(_.downAtMs) shouldBe empty
  }
}
