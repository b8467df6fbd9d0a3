package bottleneck

import bottleneck.lab.run.host.{Folders, FreePorts}
import bottleneck.lab.run.process.ChildFailed
import bottleneck.lab.settings.Refused
import bottleneck.lab.target._
import java.net.{InetAddress, ServerSocket}
import java.nio.file.{Files, Path}
import java.time.OffsetDateTime
import scala.jdk.CollectionConverters._
import scala.util.Using

/** Start and end of a target's parts. */
class FleetSpec extends FleetTest {

  /** Tomcat's temporary folders. */
  private def temporaryFolders: Vector[Path] = foldersOf(Path.of(System.getProperty("java.io.tmpdir")), "tomcat")

  private def foldersOf(parent: Path, prefix: String): Vector[Path] =
    Folders.entries(parent).filter(_.getFileName.toString.startsWith(prefix))

  /** Time of the first log line of a part with this text. */
  private def logged(fleet: String, part: String, text: String): OffsetDateTime = Files
    .readAllLines(folder.resolve(fleet).resolve("logs").resolve(s"$part.log"))
    .asScala
    .find(_.contains(text))
    .map(line => OffsetDateTime.parse(line.takeWhile(!_.isWhitespace)))
    .getOrElse(fail(s"$part did not write '$text'"))

  "Two fleets at once" should "each answer, and leave nothing" in {
    val temporary = temporaryFolders
    val used = Using.resource(started(fleet("one", Target(instances = 2, pool, database)))) { one =>
      Using.resource(started(fleet("two", Target(instances = 1, pool, database)))) { two =>
        val urls = one.urls ++ two.urls
        urls.distinct should have size 3
        urls.map(get(_, "/journals?size=5")) shouldBe Vector.fill(3)(Some(200))
        runFolders
      }
    }
    children shouldBe 0
    used should have size 2
    used.filter(Files.exists(_)) shouldBe empty
    temporaryFolders.diff(temporary) shouldBe empty
    foldersOf(folder.resolve("one").resolve("logs"), "service").filter(Files.isDirectory(_)) shouldBe empty
  }

  "A large fleet" should "start the next instance when one is ready, and never all at once" in {
    val atOnce = Runtime.getRuntime.availableProcessors + 1
    val target = Target(atOnce + 1, ServiceProperties.withoutDatabase, database = None)
    during("large", target) { large =>
      large.urls.map(get(_, "/test?millis=0")) shouldBe large.urls.map(_ => Some(200))
      logged("large", s"service-${atOnce + 1}", "Starting TargetService")
        .isBefore(logged("large", "service-1", "Tomcat started")) shouldBe false
    }
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
    kill(service)
    eventually(service.isAlive shouldBe false)
    bereft.close()
    bereft.endedEarly.mkString should include("1 of 1 instances of the service ended")
  }

  it should "be closed again while it is still starting" in {
    val impatient = fleet("impatient", Target(instances = 1, pool, database))
    impatient.start()
    eventually(children should be > 0)
    impatient.close()
    children shouldBe 0
    FreePorts.isFree(impatient.urls.head.getPort) shouldBe true
  }
}
