package bottleneck

import bottleneck.lab.explain.balancer.BalancerLog
import bottleneck.lab.explain.result.{BalancedServer, BalancerReading}
import bottleneck.lab.explain.series.Metrics
import bottleneck.lab.explain.stats.Window
import bottleneck.lab.run.Fleet
import bottleneck.lab.run.balancer.HaProxyProgram
import bottleneck.lab.run.cache.{RedisProgram, RedisServer}
import bottleneck.lab.run.limit.CpuLimiters
import bottleneck.lab.run.host.{Folders, FreePorts, Http}
import bottleneck.lab.run.process.ChildFailed
import bottleneck.lab.settings.{Refused, Settings}
import bottleneck.lab.target._
import java.net.{InetAddress, ServerSocket, URI}
import java.nio.file.{Files, Path}
import java.time.OffsetDateTime
import org.scalatest.BeforeAndAfterAll
import org.scalatest.concurrent.Eventually
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import org.scalatest.time.{Millis, Seconds, Span}
import scala.collection.mutable.ArrayBuffer
import scala.concurrent.duration._
import scala.jdk.CollectionConverters._
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

  /** When a part wrote a line with this text first. */
  private def logged(fleet: String, part: String, text: String): OffsetDateTime = Files
    .readAllLines(folder.resolve(fleet).resolve("logs").resolve(s"$part.log"))
    .asScala
    .find(_.contains(text))
    .map(line => OffsetDateTime.parse(line.takeWhile(!_.isWhitespace)))
    .getOrElse(fail(s"$part did not write '$text'"))

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

  "A large fleet" should "start the next instance when one is ready, and never all at once" in {
    val atOnce = Runtime.getRuntime.availableProcessors + 1
    val target = Target(
      atOnce + 1,
      ServiceProperties.withoutDatabase,
      database = None,
      ServiceProperties.sleepers,
      trainedBy = Vector("/test?millis=0")
    )
    Using.resource(started(fleet("large", target))) { large =>
      large.urls.map(url => Http.status(new URI(s"$url/test?millis=0"))) shouldBe large.urls.map(_ => Some(200))
      logged("large", s"service-${atOnce + 1}", "Starting TargetService")
        .isBefore(logged("large", "service-1", "Tomcat started")) shouldBe false
    }
    children shouldBe 0
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

  it should "send reads to a replica of its database, and tell when that ended" in {
    val properties =
      pool ++ Map("reader.datasource.maximum-pool-size" -> "2", "reader.datasource.connection-timeout" -> "1000")
    val replicated = database.map(_.copy(readers = 1))
    val read = started(fleet("read", Target(instances = 1, properties, replicated)))
    Using.resource(read) { read =>
      def status: Option[Int] = Http.status(new URI(s"${read.urls.head}/journals?size=5"))
      status shouldBe Some(200)
      eventually {
        metrics("read").gauge("reader-1.cpu_seconds_total").flatten should not be empty
        metrics("read").gauge("database.streaming_readers").flatten should contain(1.0)
      }
      val reader = listeningOn(folder.resolve("read").resolve("logs").resolve("postgres-reader-1.log"))
      reader.destroyForcibly() shouldBe true
      eventually(reader.isAlive shouldBe false)
      eventually(status shouldBe Some(503))
    }
    read.endedEarly shouldBe Vector(
      "The database's reader-1 ended during the run; see logs/postgres-reader-1.log."
    )
    children shouldBe 0
  }

  /** The server with this log, which begins with its command line. */
  private def listeningOn(log: Path): ProcessHandle = {
    val port = "port=\\d+".r.findFirstIn(Files.readString(log)).getOrElse(fail("no port"))
    ProcessHandle
      .current()
      .descendants()
      .filter(process => process.info().arguments().map[Boolean](_.contains(port)).orElse(false))
      .findFirst()
      .get()
  }

  /** The control groups that a process is in, as `/proc/pid/cgroup` has them. */
  private def groups(process: ProcessHandle): String = Files.readString(Path.of(s"/proc/${process.pid()}/cgroup"))

  it should "limit the cores of the service and of all processes of the database, and leave no trace of that" in {
    val cpus = CpuLimits(service = Some(0.5), database = Some(0.25))
    val limiter = CpuLimiters.found(cpus.all)
    assume(limiter.exists(_.name.startsWith("cgroup")), CpuLimiters.missing(cpus.all))
    val limited = started(fleet("limited", Target(instances = 1, pool, database, cpus = cpus)))
    val own = Using.resource(limited) { limited =>
      limited.installed.cpuLimitBy shouldBe limiter.map(_.name)
      groups(child("java")) should not include "bottleneck-"
      limited.limitCpus(after = Duration.Zero)
      eventually(groups(child("java")) should include("-service-1"))
      val postgres = child("postgres")
      eventually((postgres +: postgres.children().toScala(Vector)).map(groups).foreach(_ should include("-database")))
      Http.status(new URI(s"${limited.urls.head}/journals?size=5")) shouldBe Some(200)
      "bottleneck-[^\n]*-database".r.findFirstIn(groups(postgres)).getOrElse(fail("no group"))
    }
    limited.endedEarly shouldBe empty
    children shouldBe 0
    controlGroups.filter(_.endsWith(own)) shouldBe empty
  }

  private def controlGroups: Vector[String] = Files
    .readString(Path.of("/proc/self/mountinfo"))
    .linesIterator
    .filter(_.contains(" - cgroup"))
    .map(line => Path.of(line.split(' ')(4)))
    .toVector
    .flatMap(mount => Using.resource(Files.find(mount, 9, (_, file) => file.isDirectory))(_.toScala(Vector)))
    .map(_.toString)

  it should "tell that its cores were not limited, where they should have been" in {
    val cpus = CpuLimits(database = Some(0.25))
    assume(CpuLimiters.found(cpus.all).isDefined, CpuLimiters.missing(cpus.all))
    val unlimited = started(fleet("unlimited", Target(instances = 1, pool, database, cpus = cpus)))
    unlimited.limitCpus(after = 1.hour)
    unlimited.close()
    unlimited.endedEarly.mkString should include("The cores were not limited")
  }

  /** Misses and then hits of an author list that is asked for three times. */
  private def lookups(name: String, cache: Cache): (Fleet, Vector[Double]) = {
    val cached = started(fleet(name, Target(instances = 1, pool, database, cache = Some(cache))))
    (1 to 3).foreach(_ => Http.status(new URI(s"${cached.urls.head}/authors")) shouldBe Some(200))
    val columns = Vector("misses", "hits").map(what => s"service-1.cache_${what}_total")
    eventually(metrics(name).gauge(columns.last).flatten.lastOption shouldBe Some(2.0))
    cached -> columns.flatMap(metrics(name).gauge(_).flatten.lastOption)
  }

  it should "have its Redis as the cache, and tell when it ended" in {
    assume(RedisProgram.found(settings.layout.cache).isDefined, RedisProgram.missing)
    val (cached, found) = lookups("redis", Cache.Redis(1.minute))
    Using.resource(cached) { cached =>
      found shouldBe Vector(1.0, 2.0)
      cached.installed.redis shouldBe RedisProgram.found(settings.layout.cache).map(_.version)
      eventually(metrics("redis").gauge("cache.cpu_seconds_total").flatten should not be empty)
      metrics("redis").gauge("cache.rss_bytes").flatten.max should be > 1e6
      val redis = child("redis-server")
      redis.destroyForcibly() shouldBe true
      eventually(Http.status(new URI(s"${cached.urls.head}/authors")) shouldBe Some(503))
    }
    cached.endedEarly.mkString should include("Redis ended during the run")
    children shouldBe 0
  }

  it should "remove what it left in a Redis of the user's" in {
    val program = RedisProgram.found(settings.layout.cache).getOrElse(cancel(RedisProgram.missing))
    Using.resource(RedisServer.start(program, settings.layout, folder.resolve("user-redis"))) { users =>
      users.awaitReady()
      val told = ArrayBuffer.empty[String]
      val target = Target(instances = 1, pool, database, cache = Some(Cache.Redis(1.minute)))
      val theirs = settings.copy(redis = Some(users.access))
      Using.resource(started(new Fleet(target, theirs, folder.resolve("theirs"), told += _))) { cached =>
        Http.status(new URI(s"${cached.urls.head}/authors")) shouldBe Some(200)
      }
      told.mkString("\n") should include("removed 1 keys that began with bottleneck:")
      users.hasEnded shouldBe false
    }
  }

  it should "have its cache in the service" in {
    val (cached, found) = lookups("caffeine", Cache.Caffeine(1.minute))
    cached.close()
    found shouldBe Vector(1.0, 2.0)
    metrics("caffeine").parts should not contain "cache"
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
