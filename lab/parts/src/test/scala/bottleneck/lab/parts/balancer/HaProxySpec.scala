package bottleneck.lab.parts.balancer

import bottleneck.lab.figures.record.BalancerRecord.{Forwarded, MarkedDown}
import bottleneck.lab.figures.record.{BalancerLog, BalancerRecord}
import bottleneck.lab.figures.settings.Refused
import bottleneck.lab.figures.target.{Balancer, HealthCheck, Policy}
import bottleneck.lab.log.{Patient, StubService, TemporaryFolder}
import bottleneck.lab.parts.host.{Executable, FreePorts, Http}
import bottleneck.lab.parts.process.ChildFailed
import java.net.{InetAddress, ServerSocket, URI}
import java.nio.file.Files
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._
import scala.util.Using

/** The real HAProxy, where there is one. */
class HaProxySpec extends AnyFlatSpec with Matchers with TemporaryFolder with Patient {
  private val seldom = HealthCheck("/health", interval = 1.minute, timeout = 1.second, fall = 3, rise = 2)
  private val often = HealthCheck("/health", interval = 500.millis, timeout = 400.millis, fall = 3, rise = 2)

  private def program: Executable = HaProxyProgram.found.getOrElse(cancel(HaProxyProgram.missing))

  private def starting(balancer: Balancer, instances: StubService*): (HaProxy, URI) = {
    val url = new URI(s"http://127.0.0.1:${FreePorts.choose(1).head}")
    (HaProxy.start(program, balancer, url, instances.toVector.map(_.url), folder), url)
  }

  private def balancing[A](policy: Policy, check: HealthCheck, timeout: FiniteDuration, instances: StubService*)(
      test: URI => A
  ): A = {
    val (haProxy, url) = starting(Balancer(policy, check, timeout), instances: _*)
    Using.resource(haProxy) { haProxy =>
      haProxy.awaitReady()
      test(url)
    }
  }

  private def withTwo[A](test: (StubService, StubService) => A): A =
    Using.resources(new StubService("one"), new StubService("two"))(test)

  private def get(url: URI, times: Int = 1): Vector[Option[Int]] =
    Vector.fill(times)(Http.status(new URI(s"$url/page")))

  private def logged: Vector[BalancerRecord] =
    BalancerLog.read(folder.resolve("haproxy.log"))(Vector.empty[BalancerRecord])(_ :+ _).getOrElse(fail("no log"))

  private def requests: Vector[Forwarded] = logged.collect { case request: Forwarded => request }

  "Fewest connections" should "forward to the instance that has none" in withTwo { (one, two) =>
    balancing(Policy.LeastConnections, seldom, 10.seconds, one, two) { url =>
      one.hang()
      val slow = new Thread(() => { val _ = get(url, times = 2) })
      slow.start()
      eventually(one.asked("/page") shouldBe 1)
      get(url, times = 5) shouldBe Vector.fill(5)(Some(200))
      one.asked("/page") shouldBe 1
      one.goOn()
      slow.join(10000)
    }
    one.asked("/page") + two.asked("/page") shouldBe 7
  }

  "An instance that stops answering its checks" should "be marked down in time, get no requests, and come back" in
    withTwo { (one, two) =>
      balancing(Policy.RoundRobin, often, 10.seconds, one, two) { url =>
        one.hang()
        val hung = System.currentTimeMillis()
        eventually(logged.collect { case down: MarkedDown => down.server } shouldBe Vector("service-1"))
        val marked = logged.collectFirst { case MarkedDown(_, at) => at }.getOrElse(0L)
        // the first check that fails may have begun before, and a busy machine is late by itself
        val earliest = often.interval * (often.fall - 1).toLong
        marked - hung should be >= earliest.toMillis - 100
        one.times("/health").count(at => hung < at && at <= marked) should (be >= 1 and be <= often.fall)
        val (before, others) = (one.asked("/page"), two.asked("/page"))
        get(url, times = 6) shouldBe Vector.fill(6)(Some(200))
        (one.asked("/page"), two.asked("/page")) shouldBe (before, others + 6)
        one.goOn()
        eventually {
          get(url)
          one.asked("/page") should be > before
        }
      }
    }

  "A silent instance" should "be answered for with 504 after its time" in withTwo { (one, _) =>
    balancing(Policy.RoundRobin, seldom, 500.millis, one) { url =>
      one.hang()
      val before = System.currentTimeMillis()
      get(url) shouldBe Vector(Some(504))
      val after = System.currentTimeMillis()
      eventually(requests.last.status shouldBe 504)
      requests.last.isBalancersOwn shouldBe true
      requests.last.receivedAt should (be >= before - 5 and be <= after - 500 + 5)
    }
  }

  "The time in the log" should "be that of the request, also of a later one on the same connection" in
    withTwo { (one, _) =>
      balancing(Policy.RoundRobin, seldom, 10.seconds, one) { url =>
        val sent = Vector.fill(3) {
          val before = System.currentTimeMillis()
          get(url) shouldBe Vector(Some(200))
          val after = System.currentTimeMillis()
          eventually(System.currentTimeMillis() should be > after + 150)
          (before, after)
        }
        requests.takeRight(3).zip(sent).foreach { case (request, (before, after)) =>
          request.receivedAt should (be >= before - 5 and be <= after + 5)
        }
      }
    }

  "Nothing" should "be left of it" in withTwo { (one, _) =>
    val (haProxy, url) = starting(Balancer(Policy.RoundRobin, seldom, 1.second), one)
    haProxy.awaitReady()
    haProxy.hasEnded shouldBe false
    haProxy.close()
    haProxy.hasEnded shouldBe true
    ProcessHandle.of(haProxy.pid).map[Boolean](_.isAlive).orElse(false) shouldBe false
    FreePorts.isFree(url.getPort) shouldBe true
    Files.readString(folder.resolve("haproxy.cfg")) should include(s"bind 127.0.0.1:${url.getPort}")
  }

  "A refusal to start" should "be told with its reason" in {
    val (url, nowhere) = (new URI(s"http://127.0.0.1:${FreePorts.choose(1).head}"), new URI("http://127.0.0.1:70000"))
    val haProxy = HaProxy.start(program, Balancer(Policy.RoundRobin, seldom, 1.second), url, Vector(nowhere), folder)
    Using.resource(haProxy) { haProxy =>
      (the[ChildFailed] thrownBy haProxy.awaitReady()).getMessage should
        (include("HAProxy ended during start-up with exit code 1") and include("70000"))
    }
  }

  "A port that another took" should "be refused" in withTwo { (one, _) =>
    val installed = program
    Using.resource(new ServerSocket(0, 1, InetAddress.getLoopbackAddress)) { taken =>
      val url = new URI(s"http://127.0.0.1:${taken.getLocalPort}")
      val refusal = the[Refused] thrownBy
        HaProxy.start(installed, Balancer(Policy.RoundRobin, seldom, 1.second), url, Vector(one.url), folder)
      refusal.getMessage should include(s"Port ${url.getPort}, chosen for HAProxy")
    }
  }
}
