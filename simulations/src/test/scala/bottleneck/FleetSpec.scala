package bottleneck

import bottleneck.lab.run.Fleet
import bottleneck.lab.run.host.{Folders, FreePorts, Http}
import bottleneck.lab.run.process.ChildFailed
import bottleneck.lab.settings.{Refused, Settings}
import bottleneck.lab.target.{Database, Index, Target}
import java.net.{InetAddress, ServerSocket, URI}
import java.nio.file.{Files, Path}
import org.scalatest.BeforeAndAfterAll
import org.scalatest.concurrent.Eventually
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import org.scalatest.time.{Millis, Seconds, Span}
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
    val service =
      ProcessHandle.current().descendants().filter(_.info().command().orElse("").endsWith("java")).findFirst()
    service.get().destroyForcibly() shouldBe true
    eventually(service.get().isAlive shouldBe false)
    bereft.close()
    bereft.endedEarly.mkString should include("1 of 1 instances of the service ended")
  }

  it should "record how the service's statements were run" in
    Using.resource(started(fleet("plans", Target(instances = 1, pool, database)))) { planned =>
      planned.loadEnds(Vector("/journals?size=5", "/journals?size=5"))
      val plans = Files.readString(folder.resolve("plans").resolve("plan.txt"))
      plans should (include("GET /journals?size=5: 200") and include("idx_journal_posted_at_id_live"))
      plans should (include("actual time=") and include("Buffers: shared"))
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
