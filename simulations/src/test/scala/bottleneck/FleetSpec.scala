package bottleneck

import bottleneck.lab.parts.Fleet
import bottleneck.lab.parts.host.{Folders, FreePorts}
import bottleneck.lab.parts.limit.CpuLimiters
import bottleneck.lab.parts.process.ChildFailed
import bottleneck.lab.figures.settings.Refused
import bottleneck.lab.figures.target._
import java.net.{InetAddress, ServerSocket}
import java.nio.file.{Files, Path}
import java.time.OffsetDateTime
import java.util.concurrent.atomic.AtomicReference
import scala.collection.mutable.ArrayBuffer
import scala.concurrent.duration._
import scala.jdk.CollectionConverters._
import scala.jdk.StreamConverters._
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
    val atOnce = Runtime.getRuntime.availableProcessors + 1
    val withoutDatabase = Target(atOnce + 1, ServiceProperties.withoutDatabase, database = None)
    val cached = Target(instances = 1, pool, database, cache = Some(Cache.Caffeine(1.minute)))
    val used = Using.resource(started(fleet("large", withoutDatabase))) { large =>
      Using.resource(started(fleet("small", cached))) { small =>
        (1 to 3).foreach(_ => get(small, "/authors") shouldBe Some(200))
        large.urls.map(get(_, "/test?millis=0")) shouldBe large.urls.map(_ => Some(200))
        (large.urls ++ small.urls).distinct should have size (atOnce + 2L)
        Vector("large", "small").foreach(awaitRow)
        runFolders("")
      }
    }
    children shouldBe 0
    used should have size 1
    used.filter(Files.exists(_)) shouldBe empty
    temporaryFolders.diff(temporary) shouldBe empty
    foldersOf(folder.resolve("small").resolve("logs"), "service").filter(Files.isDirectory(_)) shouldBe empty
    // the next instance starts when one is ready, and never all at once
    logged("large", s"service-${atOnce + 1}", "Starting TargetService")
      .isBefore(logged("large", "service-1", "Tomcat started")) shouldBe false

    val inService = metrics("small")
    Vector("misses", "hits").map(what => inService.gauge(s"service-1.cache_${what}_total").flatten.last) shouldBe
      Vector(1.0, 2.0)
    inService.parts should not contain "cache"
    val alone = metrics("large")
    alone.parts.filterNot(_.startsWith("service-")) shouldBe Vector("generator", "machine") ++ network
    alone.columns.filter(alone.gauge(_).flatten.isEmpty).map(_.split("[0-9]+\\.|_")(1)).distinct shouldBe
      Vector("hikari", "cache")
    Files.exists(folder.resolve("large").resolve("statements.csv")) shouldBe false
  }

  "A fleet" should "refuse a port that another took, and leave nothing" in {
    val taken = fleet("taken", Target(instances = 2, pool, database))
    Using.resource(new ServerSocket(taken.urls.last.getPort, 1, InetAddress.getLoopbackAddress)) { socket =>
      (the[Refused] thrownBy started(taken)).getMessage should include(socket.getLocalPort.toString)
    }
    children shouldBe 0
  }

  it should "say why the service does not start, and leave nothing" in {
    val threads = Map("server.tomcat.threads.max" -> "many")
    val target = Target(instances = 1, threads, database, jvm = Vector("-Dwithout.archive"))
    val said = ArrayBuffer.empty[String]
    val wrong = new Fleet(target, settings.copy(recordsArchive = false), folder.resolve("wrong"), said += _)
    (the[ChildFailed] thrownBy started(wrong)).getMessage should (include("service-1") and include(
      "server.tomcat.threads.max"
    ))
    said should contain("the service starts without a start-up archive: to record one pays from 25 instances on")
    children shouldBe 0
  }

  it should "build an index under load, record that statements then use it, and tell that its service ended" in {
    // never put on its database
    val quota = CpuLimits(database = Some(0.25))
    val isLimited = CpuLimiters.found(quota.all).isDefined
    val cpus = if (isLimited) quota else CpuLimits.none
    val bare = Target(instances = 1, pool, Some(Database(maxConnections = 25, Index.None)), cpus = cpus)
    val changed = during("changed", bare) { changed =>
      val index = "idx_journal_posted_at_id_live"
      changed.intervene(BuildIndex(Duration.Zero, IndexBuild.Concurrent, Index.Keyset, index), 200.millis)
      eventually(changed.steps.map(_.outcome) shouldBe Vector(Step.ok))
      changed.loadEnds(Vector("/journals?size=5", "/journals?size=5"))
      val plans = Files.readString(folder.resolve("changed").resolve("plan.txt"))
      plans should (include("GET /journals?size=5: 200") and include(index))
      plans should (include("actual time=") and include("Buffers: shared"))
      kill(child("java"))
    }
    changed.steps should have size 1
    changed.endedEarly.mkString should include("1 of 1 instances of the service ended")
    changed.endedEarly.exists(_.contains("The cores were not limited")) shouldBe isLimited
  }

  it should "be closed again while it is still starting" in {
    val impatient = fleet("impatient", Target(instances = 1, pool, database))
    impatient.start()
    eventually(children should be > 0)
    impatient.close()
    children shouldBe 0
    FreePorts.isFree(impatient.urls.head.getPort) shouldBe true
  }

  /** The control groups that a process is in, as `/proc/pid/cgroup` has them. */
  private def groups(process: ProcessHandle): String = Files.readString(Path.of(s"/proc/${process.pid()}/cgroup"))

  private def controlGroups: Vector[String] = Files
    .readString(Path.of("/proc/self/mountinfo"))
    .linesIterator
    .filter(_.contains(" - cgroup"))
    .map(line => Path.of(line.split(' ')(4)))
    .toVector
    .flatMap(FleetTest.below)
    .map(_.toString)

  it should "limit the cores of the service and of all processes of the database, and leave no trace of that" in {
    val cpus = CpuLimits(service = Some(0.5), database = Some(0.25))
    val limiter = CpuLimiters.found(cpus.all)
    assume(limiter.exists(_.name.startsWith("cgroup")), CpuLimiters.missing(cpus.all))
    val own = new AtomicReference("")
    val limited = during("limited", Target(instances = 1, pool, database, cpus = cpus)) { limited =>
      limited.installed.cpuLimitBy shouldBe limiter.map(_.name)
      groups(child("java")) should not include "bottleneck-"
      limited.limitCpus()
      eventually(groups(child("java")) should include("-service-1"))
      val postgres = child("postgres")
      eventually((postgres +: postgres.children().toScala(Vector)).map(groups).foreach(_ should include("-database")))
      get(limited, "/journals?size=5") shouldBe Some(200)
      own.set("bottleneck-[^\n]*-database".r.findFirstIn(groups(postgres)).getOrElse(fail("no group")))
    }
    limited.endedEarly shouldBe empty
    controlGroups.filter(_.endsWith(own.get)) shouldBe empty
  }
}
