package bottleneck

import bottleneck.lab.run.balancer.HaProxyProgram
import bottleneck.lab.run.cache.RedisProgram
import bottleneck.lab.run.host.Folders
import bottleneck.lab.run.postgres.{PostgresBinaries, PostgresSeed}
import bottleneck.lab.target._
import java.net.InetAddress
import java.nio.ByteBuffer
import java.nio.ByteOrder.{nativeOrder, LITTLE_ENDIAN}
import java.nio.charset.StandardCharsets.ISO_8859_1
import java.nio.file.{Files, Path}
import java.util.HexFormat
import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.atomic.AtomicBoolean
import java.util.concurrent.locks.LockSupport
import scala.concurrent.duration._
import scala.jdk.CollectionConverters._
import scala.jdk.StreamConverters._
import scala.util.{Try, Using}

/** Exposure of a target's parts to other users and hosts. */
class ExposureFleetSpec extends FleetTest {

  /** A far database, so that there is a relay; a balancer and Redis where they are installed. */
  private def whole: Target = Target(
    instances = 2,
    pool,
    database.map(_.copy(roundTrip = 2.millis)),
    balancer = HaProxyProgram.found.map(_ =>
      Balancer(Policy.RoundRobin, HealthCheck("/health", 1.second, 1.second, fall = 3, rise = 1), 10.seconds)
    ),
    cache = RedisProgram.found(settings.layout.cache).map(_ => Cache.Redis(1.minute))
  )

  /** Target with readers, which cannot be distant. */
  private def replicated: Target = Target(instances = 1, pool ++ readers, database.map(_.copy(readers = 1)))

  private def readers: Map[String, String] = Map("reader.datasource.maximum-pool-size" -> "2")

  private lazy val seen: Vector[(Target, Seen)] =
    Vector("whole" -> whole, "replicated" -> replicated).map { case (name, target) => target -> seen(name, target) }

  private def seen(name: String, target: Target): Seen = {
    val fleet = this.fleet(name, target)
    val (lines, sockets) = commandLines {
      val _ = started(fleet)
      val sockets = ListeningSockets.of(processes)
      get(fleet, "/authors") shouldBe Some(200)
      fleet.loadBegins()
      fleet.loadEnds(Vector("/journals?size=5"))
      sockets
    }
    Using.resource(fleet) { _ =>
      val all = secrets
      Seen(
        lines,
        all,
        files(folder.resolve(name)).flatMap(owners(_, all)),
        (settings.layout.cache +: runFolders)
          .flatMap(files)
          .filter(owners(_, all).nonEmpty)
          .map(file => file -> !isClosed(file))
          .toMap,
        sockets,
        (fleet.urls ++ fleet.instanceUrls).map(_.getPort)
      )
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
  private def secrets: Map[String, String] = {
    val layout = settings.layout
    val seed =
      PostgresSeed.made(PostgresBinaries.unpacked(layout.cache), layout.seedSql, layout.cache, folder.resolve("logs"))
    val roles =
      Vector(seed.owner(1), seed.service(1), seed.replication(1)).map(access => access.user -> access.password)
    val redis = runFolders.flatMap(files).filter(_.getFileName.toString == "redis.conf").map { file =>
      "Redis" -> Files.readString(file).trim.stripPrefix("requirepass ")
    }
    (roles ++ redis).toMap
  }

  private def files(below: Path): Vector[Path] = FleetTest.below(below).filter(Files.isRegularFile(_))

  /** Owners of the secrets that a file has. */
  private def owners(file: Path, secrets: Map[String, String]): Vector[String] = {
    val text = Try(Files.readString(file, ISO_8859_1)).getOrElse("")
    secrets.toVector.collect { case (of, secret) if text.contains(secret) => of }
  }

  /** Whether nobody but its owner reaches a file. */
  private def isClosed(file: Path): Boolean =
    Iterator.iterate(file)(_.getParent).takeWhile(_ != settings.layout.work).exists(isOwners)

  private def isOwners(path: Path): Boolean = Files
    .getPosixFilePermissions(path)
    .asScala
    .forall(_.name.startsWith("OWNER_"))

  private def programs(lines: Set[String]): Set[String] =
    lines.map(_.takeWhile(_ != ' ').split('/').lastOption.getOrElse(""))

  "No secret of a run" should "be on a command line, or in the folder of the run" in
    seen.foreach { case (target, seen) =>
      programs(seen.commandLines) should contain allOf ("java", "postgres")
      seen.secrets should have size (if (target.cache.isDefined) 4 else 3)
      seen.secrets.foreach { case (of, secret) =>
        withClue(s"the password of $of: ") {
          secret should have length 32
          seen.commandLines.filter(_.contains(secret)) shouldBe empty
        }
      }
      seen.exposed shouldBe empty
    }

  it should "be in a file that others can read" in
    seen.foreach { case (_, seen) =>
      seen.holding.keySet.map(_.getFileName.toString) should contain allOf ("bottleneck_owner", "bottleneck_service")
      seen.holding.collect { case (file, true) => file } shouldBe empty
    }

  "All parts" should "listen on loopback alone" in {
    assume(ListeningSockets.isKnown, "where processes listen cannot be seen here")
    seen.foreach { case (target, seen) =>
      seen.sockets.filterNot(_._1.isLoopbackAddress) shouldBe empty
      seen.sockets.map(_._2) should contain allElementsOf seen.ports
      seen.sockets.map(_._2).distinct should have size expected(target).toLong
    }
  }

  /** Two ports of an instance, and one of each other part. */
  private def expected(target: Target): Int =
    2 * target.instances + target.balancer.size + target.cache.size +
      target.database.map(of => 1 + of.readers + (if (of.isFar) 1 else 0)).sum
}

/** Everything that others could see of a target, which ran for a load: command lines of all processes, secrets by their
  * owner, owners of secrets `exposed` in the folder of the run, files that hold a secret and whether others can read
  * them, and the address and port of all sockets that listen when everything is ready.
  */
private final case class Seen(
    commandLines: Set[String],
    secrets: Map[String, String],
    exposed: Vector[String],
    holding: Map[Path, Boolean],
    sockets: Vector[(InetAddress, Int)],
    ports: Vector[Int]
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
