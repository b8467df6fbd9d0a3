package bottleneck.lab.parts

import bottleneck.lab.figures.target.{CpuLimits, Installed, Scraping}
import bottleneck.lab.parts.balancer.HaProxy
import bottleneck.lab.parts.cache.TargetRedis
import bottleneck.lab.parts.limit.LimitedProcess
import bottleneck.lab.parts.metrics.{Gauge, Recording, WatchedDatabase, WatchedParts}
import bottleneck.lab.parts.postgres.{ServerSettings, TargetDatabase}
import bottleneck.lab.parts.service.{Service, ServiceLaunch}
import java.io.IOException
import java.net.URI
import java.nio.file.Path
import java.sql.SQLException

/** The parts of a fleet that is ready, as they are watched, by a recording in `folder`, until the load ends; `launch`
  * is that of the service.
  */
private final class Parts(
    val database: Option[TargetDatabase],
    service: Service,
    balancer: Option[HaProxy],
    redis: Option[TargetRedis],
    launch: ServiceLaunch,
    scraping: Option[Scraping],
    folder: Path
)(progress: String => Unit)
    extends AutoCloseable {
  private val watched = WatchedParts(
    service.watched,
    balancer.map(_.pid),
    database.map { part =>
      val readers = part.readers.map(reader => reader.name -> reader.pid)
      WatchedDatabase(part.watchAccess, part.pid, readers, part.relay.map(_.pid))
    },
    redis.flatMap(_.pid),
    scraping
  )

  val installed: Installed = {
    val settings = database.fold(Map.empty[String, String])(part => ServerSettings.read(part.watchAccess))
    Installed(
      launch.jdk.version,
      launch.jvm,
      settings.get(ServerSettings.version),
      settings - ServerSettings.version,
      balancer.map(_.version),
      redis = redis.map(_.version),
      service = Some(launch.program.code)
    )
  }

  val recording: Recording = Recording.start(watched, folder)(progress)
  val gauge: Gauge = Gauge.of(watched)

  /** Writes plan.txt, where there is a database whose plans can be read. */
  def recordPlans(requests: Vector[URI]): Unit =
    try database.foreach(_.recordPlans(requests, folder.resolve("plan.txt")))
    catch {
      case failure @ (_: SQLException | _: IOException) => progress(s"could not write plan.txt: ${failure.getMessage}")
    }

  def limited(cpus: CpuLimits): Vector[LimitedProcess] = {
    val instances = cpus.service.toVector.flatMap { cores =>
      service.watched.map(instance => LimitedProcess(instance.name, instance.pid, cores))
    }
    val postgres = for {
      cores <- cpus.database
      pid <- database.flatMap(_.pid)
    } yield LimitedProcess("database", pid, cores)
    instances ++ postgres
  }

  /** A sentence for every part that has ended although nobody asked it to. */
  def endedEarly: Vector[String] = {
    val parts = Vector(
      ("The database", database.exists(_.hasEnded), "logs/postgres.log"),
      ("The relay in front of the database", database.flatMap(_.relay).exists(_.hasEnded), "logs/relay.log"),
      (s"${service.ended} of ${service.size} instances of the service", service.ended > 0, "logs/service-*.log"),
      ("The load balancer", balancer.exists(_.hasEnded), "logs/haproxy.log"),
      ("Redis", redis.exists(_.hasEnded), "logs/redis.log")
    ) ++ database.toVector
      .flatMap(_.readers)
      .map(reader => (s"The database's ${reader.name}", reader.hasEnded, reader.log))
    parts.collect { case (part, true, log) => s"$part ended during the run; see $log." }
  }

  override def close(): Unit = recording.close()
}
