package bottleneck

import bottleneck.lab.explain.balancer.BalancerLog
import bottleneck.lab.explain.result.{BalancedServer, BalancerReading}
import bottleneck.lab.explain.series.Metrics
import bottleneck.lab.explain.stats.Window
import bottleneck.lab.run.Fleet
import bottleneck.lab.run.balancer.HaProxyProgram
import bottleneck.lab.run.host.{Folders, FreePorts, Http}
import bottleneck.lab.run.process.ChildFailed
import bottleneck.lab.settings.{Refused, Settings}
import bottleneck.lab.target._
import java.net.{InetAddress, ServerSocket, URI}
import java.nio.file.{Files, Path}
import org.scalatest.BeforeAndAfterAll
import org.scalatest.concurrent.Eventually
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import org.scalatest.time.{Millis, Seconds, Span}
import scala.concurrent.duration._
import scala.jdk.StreamConverters._
import scala.util.Using

/** The lab with the real service on the real PostgreSQL. */
class FleetSpec extends AnyFlatSpec with Matchers with BeforeAndAfterAll with Eventually {
  implicit override val patienceConfig: PatienceConfig = PatienceConfig(Span(10, Seconds), Span(50, Millis))

  private val settings = Settings.read(sys.props.toMap).fold(throw _, identity)
  private val folder = settings.layout.work.resolve("runs").resolve("FleetSpec")
  private val database = Some(Database(maxConnections = 25, Index.Keyset))
  private val pool = Map("spring.datasource.hikari.maximum-pool-size" -> "2")

  private def fleet(name: String, target: Target): Fleet = new Fleet(target, settings, folder.resolve(name), info(_))

  private def started(fleet: Fleet): Fleet = {
    fleet.start()
    fleet.awaitReady()
    fleet
  }

  private def runFolders: Vector[Path] =
    Using
      .resource(Files.list(Files.createDirectories(settings.layout.work)))(_.toScala(Vector))
      .filter(_.getFileName.toString.startsWith("run-"))

  private def child(program: String): ProcessHandle =
    ProcessHandle.current().descendants().filter(_.info().command().orElse("").endsWith(program)).findFirst().get()

  private def metrics(name: String): Metrics =
    Metrics.read(folder.resolve(name).resolve("metrics.csv")).fold(error => fail(error.message), identity)

  private def servers(name: String): Vector[BalancedServer] =
    BalancerReading
      .read(folder.resolve(name).resolve(BalancerLog.file), 0, Window(0, 1))
      .getOrElse(fail("no log"))
      .servers

  private def children: Long = ProcessHandle.current().descendants().count()

  "Two fleets at once" should "each answer, and leave nothing" in {
    val before = runFolders
    Using.resource(started(fleet("one", Target(instances = 2, pool, database)))) { one =>
      Using.resource(started(fleet("two", Target(instances = 1, pool, database)))) { two =>
        val urls = one.urls ++ two.urls
        urls.distinct should have size 3
        urls.map(url => Http.status(new URI(s"$url/journals?size=5"))) shouldBe Vector.fill(3)(Some(200))
        runFolders.diff(before) should have size 2
      }
    }
    children shouldBe 0
    runFolders.diff(before) shouldBe empty
  }

  "A fleet" should "refuse a port that another took, and leave nothing" in {
    val taken = fleet("taken", Target(instances = 2, pool, database))
    Using.resource(new ServerSocket(taken.urls.last.getPort, 1, InetAddress.getLoopbackAddress)) { socket =>
      (the[Refused] thrownBy started(taken)).getMessage should include(socket.getLocalPort.toString)
    }
    children shouldBe 0
  }

  it should "say why the service does not start, and leave nothing" in {
    val wrong = fleet("wrong", Target(instances = 1, Map("server.tomcat.threads.max" -> "many"), database))
    (the[ChildFailed] thrownBy started(wrong)).getMessage should (include("service-1") and include(
      "server.tomcat.threads.max"
    ))
    children shouldBe 0
  }

  it should "tell which parts ended before it was closed" in {
    val bereft = started(fleet("bereft", Target(instances = 1, pool, database)))
    val service = child("java")
    service.destroyForcibly() shouldBe true
    eventually(service.isAlive shouldBe false)
    bereft.close()
    bereft.endedEarly.mkString should include("1 of 1 instances of the service ended")
  }

  it should "have its load balancer in front of its instances, and tell when it ended" in {
    assume(HaProxyProgram.found.isDefined, HaProxyProgram.missing)
    // the first request of an instance takes longer
    val check = HealthCheck("/journals?size=1", interval = 1.second, timeout = 150.millis, fall = 3, rise = 2)
    val balancer = Some(Balancer(Policy.RoundRobin, check, 10.seconds))
    val balanced = started(fleet("balanced", Target(instances = 2, pool, database, balancer = balancer)))
    Using.resource(balanced) { balanced =>
      (balanced.urls.size, balanced.instanceUrls.size) shouldBe ((1, 2))
      (1 to 10).foreach(_ => Http.status(new URI(s"${balanced.urls.head}/journals?size=5")) shouldBe Some(200))
      balanced.instanceUrls.map(url => Http.status(new URI(s"$url/journals?size=5"))) shouldBe Vector.fill(2)(Some(200))
      balanced.installed.balancer shouldBe HaProxyProgram.found.map(_.version)
      eventually(metrics("balanced").gauge("balancer.cpu_seconds_total").flatten should not be empty)
      val haProxy = child("haproxy")
      haProxy.destroyForcibly() shouldBe true
      eventually(haProxy.isAlive shouldBe false)
    }
    balanced.endedEarly.mkString should include("The load balancer ended during the run")
    children shouldBe 0
    FreePorts.isFree(balanced.urls.head.getPort) shouldBe true
    // 10 and the GET that it was ready by
    servers("balanced").map(server => server.name -> server.requests) shouldBe
      Vector("service-1" -> 6, "service-2" -> 5)
    servers("balanced").flatMap(_.downAtMs) shouldBe empty
  }

  it should "record how the service's statements were run" in
    Using.resource(started(fleet("plans", Target(instances = 1, pool, database)))) { planned =>
      planned.loadEnds(Vector("/journals?size=5", "/journals?size=5"))
      val plans = Files.readString(folder.resolve("plans").resolve("plan.txt"))
      plans should (include("GET /journals?size=5: 200") and include("idx_journal_posted_at_id_live"))
      plans should (include("actual time=") and include("Buffers: shared"))
    }

  it should "build an index under load, which the service's statements then use" in {
    val bare = Target(instances = 1, pool, Some(Database(maxConnections = 25, Index.None)))
    val changed = started(fleet("changed", bare))
    Using.resource(changed) { changed =>
      val index = "idx_journal_posted_at_id_live"
      changed.intervene(Intervention(Duration.Zero, IndexBuild.Concurrent, Index.Keyset, index), 200.millis)
      eventually(changed.steps.map(_.outcome) shouldBe Vector(Step.ok))
      changed.loadEnds(Vector("/journals?size=5"))
      Files.readString(folder.resolve("changed").resolve("plan.txt")) should include(index)
    }
    changed.steps should have size 1
    children shouldBe 0
  }

  it should "be closed again while it is still starting" in {
    val impatient = fleet("impatient", Target(instances = 1, pool, database))
    impatient.start()
    eventually(children should be > 0L)
    impatient.close()
    children shouldBe 0
    FreePorts.isFree(impatient.urls.head.getPort) shouldBe true
  }

  override def afterAll(): Unit = Folders.remove(folder)
}
