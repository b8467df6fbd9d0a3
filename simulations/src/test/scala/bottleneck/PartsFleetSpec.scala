package bottleneck

import bottleneck.lab.figures.record.{BalancerLog, BalancerReading}
import bottleneck.lab.parts.Fleet
import bottleneck.lab.parts.balancer.HaProxyProgram
import bottleneck.lab.parts.cache.{RedisProgram, RedisServer}
import bottleneck.lab.parts.host.{Folders, FreePorts}
import bottleneck.lab.parts.postgres.{PostgresBinaries, PostgresSeed}
import bottleneck.lab.figures.settings.{RunningParts, Settings}
import bottleneck.lab.figures.statistics.Window
import bottleneck.lab.figures.target._
import java.net.InetAddress
import java.nio.ByteBuffer
import java.nio.ByteOrder.{nativeOrder, LITTLE_ENDIAN}
import java.nio.charset.StandardCharsets.ISO_8859_1
import java.nio.file.{Files, Path}
import java.util.HexFormat
import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.atomic.AtomicBoolean
import java.util.concurrent.locks.LockSupport
import scala.collection.mutable.ArrayBuffer
import scala.concurrent.duration._
import scala.jdk.CollectionConverters._
import scala.jdk.StreamConverters._
import scala.util.{Try, Using}

/** Two targets that have every kind of part between them, Redis and HAProxy where they are there: how a request goes
  * through the parts, what other users and hosts see of them, and what is said of one that ends.
  */
class PartsFleetSpec extends FleetTest {
  private val redis = RedisProgram.found(settings.layout.cache)
  private val cache = redis.map(_ => Cache.Redis(10.minutes))
  private val impatient = pool + (ServiceProperties.connectionTimeout -> "1000")

  /** Health checks are too seldom for this test: the second instance's is half an interval after the first one's. */
  private val balancer = HaProxyProgram.found.map { _ =>
    val check = HealthCheck("/health", interval = 1.hour, timeout = 10.seconds, fall = 3, rise = 2)
    Balancer(Policy.RoundRobin, check, 10.seconds)
  }

  private val far = 30.millis

  /** With a distant database, so that there is a relay. */
  private lazy val whole: Seen = seen(
    "whole",
    Target(2, impatient, database.map(_.copy(roundTrip = far)), balancer = balancer, cache = cache),
    settings
  )

  private lazy val users =
    redis.map(program => opened(RedisServer.start(program, settings.layout, folder.resolve("replicated"))))

  /** With a reader, whose database cannot be distant, and a Redis of the user's. */
  private lazy val replicated: Seen = {
    users.foreach(_.awaitReady())
    val readers = Map("reader.datasource.maximum-pool-size" -> "2", "reader.datasource.connection-timeout" -> "1000")
    seen(
      "replicated",
      Target(1, impatient ++ readers, database.map(_.copy(readers = 1)), cache = cache),
      settings.copy(running = RunningParts(redis = users.map(_.access)))
    )
  }

  private lazy val both = Vector(whole, replicated)

  /** What the tests that ran have started. */
  private val open = ArrayBuffer.empty[AutoCloseable]

  private def opened[A <: AutoCloseable](part: A): A = {
    open += part
    part
  }

  override def afterAll(): Unit =
    try Using.Manager(use => open.foreach(use(_))).get
    finally super.afterAll()

  /** Starts a target, which gets ten requests through its balancer, and looks at it. */
  private def seen(name: String, target: Target, settings: Settings): Seen = {
    val said = ArrayBuffer.empty[String]
    val fleet = opened(new Fleet(FleetTest.quick(target), settings, folder.resolve(name), said += _))
    try {
      val (lines, sockets) = commandLines {
        val _ = started(fleet)
        // before Redis is used: then the service's client of it has a UDP socket for DNS on any address
        val sockets = ListeningSockets.of(processes(name))
        fleet.loadBegins()
        (1 to 10).foreach(_ => get(fleet, "/authors") shouldBe Some(200))
        val _ = awaitRow(name)
        fleet.loadEnds(Vector("/journals/1"))
        sockets
      }
      Seen(name, target, fleet, said, lines, secrets(name), sockets)
    } catch {
      case failure: Throwable =>
        // a test that follows starts it again
        fleet.close()
        throw failure
    }
  }

  /** Command lines of all processes that the lab starts while something is done, and the result of that. */
  private def commandLines[A](during: => A): (Set[String], A) = {
    val (seen, isOver) = (ConcurrentHashMap.newKeySet[String](), new AtomicBoolean)
    val watch =
      new Thread(() =>
        while (!isOver.get) {
          ProcessHandle.current().descendants().toScala(Vector).flatMap(FleetTest.commandLine).foreach(seen.add)
          LockSupport.parkNanos(2.millis.toNanos)
        }
      )
    watch.start()
    val result =
      try during
      finally {
        isOver.set(true)
        watch.join()
      }
    (seen.asScala.toSet, result)
  }

  /** Secrets by their owner. */
  private def secrets(name: String): Map[String, String] = {
    val layout = settings.layout
    val seed =
      PostgresSeed.made(PostgresBinaries.unpacked(layout.cache), layout.seedSql, layout.cache, folder.resolve("logs"))
    val roles =
      Vector(seed.owner(1), seed.service(1), seed.replication(1)).map(access => access.user -> access.password)
    val redis = runFolders(name).flatMap(files).filter(_.getFileName.toString == "redis.conf").map { file =>
      "Redis" -> Files.readString(file).trim.stripPrefix("requirepass ")
    }
    (roles ++ redis).toMap
  }

  private def files(below: Path): Vector[Path] = FleetTest.below(below).filter(Files.isRegularFile(_))

  private def holds(file: Path, secrets: Iterable[String]): Boolean = {
    val text = Try(Files.readString(file, ISO_8859_1)).getOrElse("")
    secrets.exists(text.contains(_))
  }

  /** Whether nobody but its owner reaches a file. */
  private def isClosed(file: Path): Boolean =
    Iterator.iterate(file)(_.getParent).takeWhile(_ != settings.layout.work).exists { path =>
      Files.getPosixFilePermissions(path).asScala.forall(_.name.startsWith("OWNER_"))
    }

  private def last(of: Seen, column: String): Option[Double] = metrics(of.name).gauge(column).flatten.lastOption

  "No secret of a run" should "be on a command line, or in the folder of the run" in both.foreach { seen =>
    val programs = seen.commandLines.map(_.takeWhile(_ != ' ').split('/').lastOption.getOrElse(""))
    programs should contain allOf ("java", "postgres")
    seen.secrets should have size (if (cache.isDefined) 4 else 3)
    seen.secrets.foreach { case (of, secret) =>
      withClue(s"the password of $of: ") {
        secret should have length 32
        seen.commandLines.filter(_.contains(secret)) shouldBe empty
      }
    }
    files(folder.resolve(seen.name)).filter(holds(_, seen.secrets.values)) shouldBe empty
  }

  it should "be in a file that others can read" in {
    val places = settings.layout.cache +: both.flatMap(seen => runFolders(seen.name))
    val secrets = both.flatMap(_.secrets.values).distinct
    val holding = places.flatMap(files).filter(holds(_, secrets))
    holding.map(_.getFileName.toString) should contain allOf ("bottleneck_owner", "bottleneck_service")
    holding.filterNot(isClosed) shouldBe empty
  }

  "All parts" should "listen on loopback alone" in {
    assume(ListeningSockets.isKnown, "where processes listen cannot be seen here")
    both.foreach { seen =>
      withClue(seen.name)(seen.sockets.filterNot(_._1.isLoopbackAddress) shouldBe empty)
      seen.sockets.map(_._2) should contain allElementsOf (seen.fleet.urls ++ seen.fleet.instanceUrls).map(_.getPort)
      // two ports of an instance, and one of each other part
      val database = seen.target.database.map(of => 1 + of.readers + (if (of.isFar) 1 else 0)).sum
      seen.sockets.map(_._2).distinct should have size
        (2L * seen.target.instances + seen.target.balancer.size + cache.size + database)
    }
  }

  "A load balancer" should "forward the requests to each instance in turn" in {
    assume(balancer.isDefined, HaProxyProgram.missing)
    (whole.fleet.urls.size, whole.fleet.instanceUrls.size) shouldBe ((1, 2))
    whole.fleet.installed.balancer shouldBe HaProxyProgram.found.map(_.version)
    last(whole, "balancer.cpu_seconds_total") should not be empty
    val log = BalancerReading.read(folder.resolve("whole").resolve(BalancerLog.file), 0, Window(0, 1))
    // 10 and the GET that it was ready by
    log.map(_.servers.map(server => (server.name, server.requests, server.downAtMs))) shouldBe
      Some(Vector(("service-1", 6, None), ("service-2", 5, None)))
  }

  "Redis" should "be the cache of all instances" in {
    assume(redis.isDefined, RedisProgram.missing)
    def lookups(what: String): Double = (1 to 2).flatMap(n => last(whole, s"service-$n.cache_${what}_total")).sum
    (lookups("misses"), lookups("hits")) shouldBe ((1.0, 9.0))
    both.map(_.fleet.installed.redis) shouldBe Vector.fill(2)(redis.map(_.version))
    last(whole, "cache.cpu_seconds_total") should not be empty
    last(whole, "cache.rss_bytes").getOrElse(0.0) should be > 1e6
  }

  "A replica" should "be recorded beside its primary" in {
    last(replicated, "reader-1.cpu_seconds_total") should not be empty
    last(replicated, "database.streaming_readers") shouldBe Some(1.0)
    last(whole, "relay.cpu_seconds_total") should not be empty
  }

  private def answers(seen: Seen, path: String): Option[Int] = get(seen.fleet.instanceUrls.head, path)

  "A distant database" should "be its round trip away" in {
    // not the first answer, which takes longer
    answers(whole, "/journals/1") shouldBe Some(200)
    val began = System.nanoTime()
    answers(whole, "/journals/1") shouldBe Some(200)
    (System.nanoTime() - began).nanos should be >= far
  }

  "A fleet" should "tell which of its parts ended" in {
    val used = both.flatMap(seen => runFolders(seen.name))
    balancer.foreach(_ => kill(child("haproxy", "whole")))
    answers(whole, "/authors") shouldBe Some(200)
    redis.foreach { _ =>
      kill(child("redis-server", "whole"))
      eventually(answers(whole, "/authors") shouldBe Some(503))
    }
    answers(whole, "/journals/1") shouldBe Some(200)
    kill(childWith("bottleneck.lab.parts.relay.Relay"))
    eventually(answers(whole, "/journals/1") shouldBe Some(503))
    whole.fleet.close()
    whole.fleet.endedEarly shouldBe
      Vector("The relay in front of the database ended during the run; see logs/relay.log.") ++
      balancer.map(_ => "The load balancer ended during the run; see logs/haproxy.log.") ++
      redis.map(_ => "Redis ended during the run; see logs/redis.log.")
    FreePorts.isFree(whole.fleet.urls.head.getPort) shouldBe true

    // the server with this log, which begins with its command line
    val log = Files.readString(folder.resolve("replicated").resolve("logs").resolve("postgres-reader-1.log"))
    answers(replicated, "/journals/1") shouldBe Some(200)
    kill(childWith("port=\\d+".r.findFirstIn(log).getOrElse(fail("no port"))))
    eventually(answers(replicated, "/journals/1") shouldBe Some(503))
    replicated.fleet.close()
    replicated.fleet.endedEarly shouldBe
      Vector("The database's reader-1 ended during the run; see logs/postgres-reader-1.log.")

    processes("whole") shouldBe empty
    // the user's Redis is left, and nothing of the run in it
    processes("replicated").flatMap(FleetTest.commandLine).filterNot(_.contains("redis-server")) shouldBe empty
    used.filter(Files.exists(_)) shouldBe runFolders("replicated")
    used.diff(runFolders("replicated")) should have size (3L + cache.size)
    users.foreach { users =>
      users.hasEnded shouldBe false
      replicated.said.mkString("\n") should include("removed 1 keys that began with bottleneck:")
    }
  }

  /** Not the shell that supervises it, which has the same arguments. */
  private def childWith(argument: String): ProcessHandle = childWhere { process =>
    process.arguments().map[Boolean](_.contains(argument)).orElse(false) &&
    !process.command().map[Boolean](_.endsWith("sh")).orElse(true)
  }
}

/** A target that ran for a load: everything that it said, command lines of all processes, secrets by their owner, and
  * the address and port of all sockets that listened when everything was ready.
  */
private final case class Seen(
    name: String,
    target: Target,
    fleet: Fleet,
    said: ArrayBuffer[String],
    commandLines: Set[String],
    secrets: Map[String, String],
    sockets: Vector[(InetAddress, Int)]
)

/** Listening sockets of processes on Linux: TCP sockets that listen, and UDP sockets open to any sender. */
private object ListeningSockets {
  private val listening = "0A"
  private val unconnected = "07"
  private val tables = Vector("tcp" -> listening, "tcp6" -> listening, "udp" -> unconnected, "udp6" -> unconnected)
  private val socket = """socket:\[(\d+)\]""".r

  def isKnown: Boolean = Files.isReadable(Path.of("/proc/net/tcp"))

  /** Address and port of each. */
  def of(processes: Vector[ProcessHandle]): Vector[(InetAddress, Int)] = {
    val inodes = processes.flatMap(process => sockets(process.pid)).toSet
    for {
      (table, state) <- tables
      file = Path.of("/proc/net", table)
      if Files.isReadable(file)
      row <- Files.readAllLines(file).asScala.toVector.drop(1).map(_.trim.split("\\s+"))
      if row(3) == state && inodes(row(9))
    } yield address(row(1))
  }

  /** Inodes of a process that may have ended meanwhile. */
  private def sockets(pid: Long): Vector[String] =
    Try(Folders.entries(Path.of(s"/proc/$pid/fd")))
      .getOrElse(Vector.empty)
      .flatMap(file => Try(Files.readSymbolicLink(file).toString).toOption)
      .collect { case socket(inode) => inode }

  /** Parses `ADDRESS:PORT`; an address is one or four 32-bit words, each in native byte order. */
  private def address(text: String): (InetAddress, Int) = {
    val host = text.takeWhile(_ != ':')
    val bytes = HexFormat.of().parseHex(host)
    val words = if (nativeOrder == LITTLE_ENDIAN) bytes.grouped(4).flatMap(_.reverse).toArray else bytes
    (InetAddress.getByAddress(ByteBuffer.wrap(words).array), Integer.parseInt(text.drop(host.length + 1), 16))
  }
}
