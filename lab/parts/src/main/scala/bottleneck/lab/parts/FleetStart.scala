package bottleneck.lab.parts

import bottleneck.lab.figures.settings.{Properties, Refused, Settings}
import bottleneck.lab.figures.target.{Balancer, Cache, Database, Index, Target, Training}
import bottleneck.lab.parts.balancer.{HaProxy, HaProxyProgram}
import bottleneck.lab.parts.cache._
import bottleneck.lab.parts.host.Http
import bottleneck.lab.parts.postgres._
import bottleneck.lab.parts.service._
import java.net.URI
import java.nio.file.Path
import java.util.Locale
import scala.util.Using

/** Starts the parts of a fleet; `inFront` is the URL of the balancer, if the target has one. */
private final class FleetStart(
    target: Target,
    settings: Settings,
    folder: Path,
    endpoints: Vector[Endpoints],
    inFront: Option[URI],
    warmUpIndex: Option[Index]
)(progress: String => Unit) {
  private val layout = settings.layout
  private val logs = folder.resolve("logs")

  /** The database and the service start at the same time: the service takes longer, and waits for the database. The
    * balancer comes last: it would mark down instances that are not there yet.
    */
  def all(use: Using.Manager): Parts = {
    val database = target.database.map { wanted =>
      val atFirst = wanted.copy(index = warmUpIndex.getOrElse(wanted.index))
      use(settings.running.database.fold(embedded(atFirst))(new UserDatabase(_, wanted.index, layout.seedSql)))
    }
    val redis = target.cache.collect { case _: Cache.Redis =>
      use(settings.running.redis.fold(ownRedis)(new UserRedis(_, progress)))
    }
    redis.foreach(part => timed(part.toString)(part.awaitReady()))
    val launch = withArchive(launchOn(database).copy(cache = serviceCache(redis)), database)
    val service = use(Service.start(launch, endpoints))
    database.foreach(part => timed(s"database $part")(part.awaitReady()))
    timed(s"${target.instances} × service on JDK ${launch.jdk.version}")(service.awaitReady())
    val balancer = target.balancer.zip(inFront).map { case (wanted, url) => use(inFrontOfAll(wanted, url)) }
    balancer.foreach(part => timed(part.toString)(part.awaitReady()))
    use(new Parts(database, service, balancer, redis, described(launch), target.scraping, folder)(progress))
  }

  private def inFrontOfAll(wanted: Balancer, url: URI): HaProxy = {
    val program = HaProxyProgram.found.getOrElse(throw new Refused(HaProxyProgram.missing))
    // whoever fails the very first check is down at once, and the first answer of an instance takes long
    val instances = endpoints.map(_.url)
    instances.foreach(instance => Http.status(new URI(s"$instance${wanted.healthCheck.path}")))
    HaProxy.start(program, wanted, url, instances, logs)
  }

  /** Flags without the place of the lab's files: it is another on each machine. */
  private def described(launch: ServiceLaunch): ServiceLaunch =
    launch.copy(jvm = launch.jvm.map(_.replace(s"${layout.cache}/", "")))

  private def embedded(wanted: Database): TargetDatabase = {
    val binaries = PostgresBinaries.unpacked(layout.cache)
    val seed = PostgresSeed.made(binaries, layout.seedSql, layout.cache, logs, wanted.scale)
    PostgresServer.start(binaries, seed, wanted, layout, logs)
  }

  private def ownRedis: TargetRedis = {
    val program = RedisProgram.found(layout.cache).getOrElse(throw new Refused(RedisProgram.missing))
    RedisServer.start(program, layout, logs)
  }

  private def serviceCache(redis: Option[TargetRedis]): ServiceCache = (target.cache, redis) match {
    case (Some(wanted: Cache.Redis), Some(part)) => ServiceCache.redis(wanted, part.access, part.keyPrefix)
    case (Some(wanted: Cache.Caffeine), _) => ServiceCache.caffeine(wanted)
    case _ => ServiceCache.none
  }

  private def launchOn(database: Option[TargetDatabase]): ServiceLaunch = ServiceLaunch(
    ServiceProgram.kept(layout.serviceJar, layout.serviceClassPath, layout.cache),
    Jdk.choose(settings.java, Properties.java.name),
    target.jvm,
    target.properties,
    database.map(part => ServiceDatabase(part.access, part.readersUrl)),
    logs
  )

  /** With the archive that is there, or is recorded as this run has many starts or is one of many runs. */
  private def withArchive(launch: ServiceLaunch, database: Option[TargetDatabase]): ServiceLaunch = {
    import StartupArchive.paysFrom
    val archive = StartupArchive.of(launch, target.training, layout.cache)
    if (!archive.wasRecorded && (settings.recordsArchive || target.instances >= paysFrom)) {
      progress("recording a start-up archive of the service, once, takes about a minute: many starts will use it")
      timed("the service once, to record its start-up archive")(archive.record(record(launch, database)))
    }
    progress(
      if (archive.flags.nonEmpty) "the service starts from its start-up archive, which is quicker"
      else if (archive.wasRecorded) "the JVM wrote no start-up archive: the service starts without, and so slower"
      else s"the service starts without a start-up archive: to record one pays from $paysFrom instances on"
    )
    launch.copy(jvm = launch.jvm ++ archive.flags)
  }

  private def record(launch: ServiceLaunch, database: Option[TargetDatabase])(recording: String): Unit =
    target.training match {
      case Some(training) => train(launch.copy(jvm = Vector(recording)), training)
      case None =>
        database.foreach(_.awaitReady())
        Service.train(launch.copy(jvm = launch.jvm :+ recording), Vector.empty)
    }

  /** On a database of its own, also where the user has one. */
  private def train(launch: ServiceLaunch, training: Training): Unit = Using.Manager { use =>
    val database = training.database.map(wanted => use(embedded(wanted)))
    database.foreach(_.awaitReady())
    val on = database.map(part => ServiceDatabase(part.access))
    Service.train(
      launch.copy(properties = training.properties, database = on, cache = ServiceCache.none),
      training.paths
    )
  }.get

  private def timed[A](what: String)(start: => A): A = {
    val began = System.nanoTime()
    val result = start
    progress("started %s: %.1f s".formatLocal(Locale.ROOT, what, (System.nanoTime() - began) / 1e9))
    result
  }
}
