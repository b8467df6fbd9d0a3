package bottleneck

import bottleneck.lab.run.balancer.HaProxyProgram
import bottleneck.lab.run.cache.RedisProgram
import bottleneck.lab.run.host.Http
import bottleneck.lab.run.postgres.{PostgresBinaries, PostgresSeed}
import bottleneck.lab.target._
import java.net.URI
import java.nio.charset.StandardCharsets.ISO_8859_1
import java.nio.file.{Files, Path}
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

  private def descendants: Vector[ProcessHandle] = ProcessHandle.current().descendants().toScala(Vector)

  /** Command lines of all processes that the lab starts while something is done. */
  private def commandLines(during: => Unit): Set[String] = {
    val (seen, isOver) = (ConcurrentHashMap.newKeySet[String](), new AtomicBoolean)
    val watch =
      new Thread(() =>
        while (!isOver.get) {
          descendants.flatMap(commandLine).foreach(seen.add)
          LockSupport.parkNanos(2.millis.toNanos)
        }
      )
    watch.start()
    try during
    finally {
      isOver.set(true)
      watch.join()
    }
    seen.asScala.toSet
  }

  /** Full command line; Java gives one page at most. */
  private def commandLine(of: ProcessHandle): Option[String] =
    Try(Files.readString(Path.of(s"/proc/${of.pid}/cmdline"), ISO_8859_1).replace('\u0000', ' ')).toOption

  /** Secrets by their owner. */
  private def secrets: Map[String, String] = {
    val layout = settings.layout
    val seed =
      PostgresSeed.made(PostgresBinaries.unpacked(layout.cache), layout.seedSql, layout.cache, folder.resolve("logs"))
    val roles =
      Vector(seed.owner(1), seed.service(1), seed.replication(1)).map(access => access.user -> access.password)
    val redis = files(settings.layout.work).filter(_.getFileName.toString == "redis.conf").map { file =>
      "Redis" -> Files.readString(file).trim.stripPrefix("requirepass ")
    }
    (roles ++ redis).toMap
  }

  private def files(below: Path): Vector[Path] =
    Using.resource(Files.walk(below))(_.toScala(Vector)).filter(Files.isRegularFile(_))

  private def has(file: Path, secret: String): Boolean =
    Try(Files.readString(file, ISO_8859_1).contains(secret)).getOrElse(false)

  private def isOwners(folder: Path): Boolean = Files
    .getPosixFilePermissions(folder)
    .asScala
    .forall(_.name.startsWith("OWNER_"))

  private def programs(lines: Set[String]): Set[String] =
    lines.map(_.takeWhile(_ != ' ').split('/').lastOption.getOrElse(""))

  "No secret of a run" should "be on a command line, or in the folder of the run" in
    Vector("whole" -> whole, "replicated" -> replicated).foreach { case (name, target) =>
      val fleet = this.fleet(name, target)
      val lines = commandLines {
        val _ = started(fleet)
        Http.status(new URI(s"${fleet.urls.head}/authors")) shouldBe Some(200)
        fleet.loadBegins()
        fleet.loadEnds(Vector("/journals?size=5"))
      }
      val found = Using.resource(fleet)(_ => secrets)
      programs(lines) should contain allOf ("java", "postgres")
      found should have size (if (target.cache.isDefined) 4 else 3)
      found.foreach { case (of, secret) =>
        withClue(s"the password of $of: ") {
          secret should have length 32
          lines.filter(_.contains(secret)) shouldBe empty
          files(folder.resolve(name)).filter(has(_, secret)) shouldBe empty
        }
      }
    }

  it should "be in a file that others can read" in
    Using.resource(started(fleet("kept", whole))) { _ =>
      val work = settings.layout.work
      val holding = for { (_, secret) <- secrets; file <- files(work) if has(file, secret) } yield file
      holding.map(_.getFileName.toString).toSet should contain allOf ("bottleneck_owner", "bottleneck_service")
      holding.filterNot { file =>
        Iterator.iterate(file.getParent)(_.getParent).takeWhile(_ != work).exists(isOwners) || isOwners(file)
      } shouldBe empty
    }

  "All parts" should "listen on loopback alone" in {
    assume(ListeningSockets.isKnown, "where processes listen cannot be seen here")
    Vector("listening" -> whole, "listening-readers" -> replicated).foreach { case (name, target) =>
      Using.resource(started(fleet(name, target))) { fleet =>
        val sockets = ListeningSockets.of(descendants)
        sockets.filterNot(_._1.isLoopbackAddress) shouldBe empty
        sockets.map(_._2) should contain allElementsOf (fleet.urls ++ fleet.instanceUrls).map(_.getPort)
        sockets.map(_._2).distinct should have size expected(target).toLong
      }
    }
  }

  /** Two ports of an instance, and one of each other part. */
  private def expected(target: Target): Int =
    2 * target.instances + target.balancer.size + target.cache.size +
      target.database.map(of => 1 + of.readers + (if (of.isFar) 1 else 0)).sum
}
