package bottleneck.lab.run

import bottleneck.lab.run.balancer.{HaProxy, HaProxyProgram}
import bottleneck.lab.run.cache._
import bottleneck.lab.run.host.Http
import bottleneck.lab.run.limit.FleetLimits
import bottleneck.lab.run.postgres._
import bottleneck.lab.run.service._
import bottleneck.lab.settings.{DatabaseAccess, RedisAccess, Refused, Settings}
import bottleneck.lab.run.metrics.Gauge
import bottleneck.lab.target.{Balancer, Cache, Database, Index, Installed, Intervention, Step, Target, Training}
import java.net.URI
import java.nio.file.Path
import java.util.Locale
import java.util.concurrent.CountDownLatch
import scala.concurrent.duration._
import scala.concurrent.{Await, Promise}
import scala.util.Using

/** The parts of one run, started together and ended together, in reverse order, also when the JVM is asked to end.
  *
  * @param folder
  *   for what the run leaves: the logs of all parts, and what was recorded of them
  * @param progress
  *   gets a sentence at each step
  * @param warmUpIndex
  *   the index variant that the lab's own database has at first, where it is to be another than the target's
  */
final class Fleet(
    target: Target,
    settings: Settings,
    folder: Path,
    progress: String => Unit,
    warmUpIndex: Option[Index] = None
) extends AutoCloseable {
  private val layout = settings.layout
  private val logs = folder.resolve("logs")
  private val endpoints =
    if (target.onePort) Endpoints.chooseOne(target.instances) else Endpoints.choose(target.instances)
  private val inFront = target.balancer.map(_ -> Endpoints.inFrontOf(endpoints))
  private val cpus = LimitNeeds.limits(target)
  private lazy val limits = FleetLimits.of(cpus)
  private val ready = Promise[Parts]()
  private val ended = Promise[Vector[String]]()
  private val stop = new CountDownLatch(1)
  private val thread = new Thread(() => run(), "fleet")
  thread.setDaemon(true)

  /** Base URLs of what users send requests to, known before it is started: that of the balancer where there is one. */
  def urls: Vector[URI] = inFront.fold(instanceUrls) { case (_, url) => Vector(url) }

  /** Base URL of each instance. */
  def instanceUrls: Vector[URI] = endpoints.map(_.url)

  /** Begins to start every part, without waiting for any. */
  def start(): Unit = {
    Runtime.getRuntime.addShutdownHook(new Thread(() => close(), "fleet-shutdown"))
    thread.start()
  }

  /** Returns when all parts are ready; throws what failed, once all others are ended again. */
  def awaitReady(): Unit = {
    val _ = parts
  }

  /** What was started; asked when all parts are ready. */
  def installed: Installed = parts.installed.copy(cpuLimitBy = limits.mechanism)

  /** Marks the beginning of the load in what is recorded; asked when all parts are ready. */
  def loadBegins(): Unit = parts.recording.loadBegins()

  /** What parts and machine use; asked when all parts are ready. */
  def gauge: Gauge = parts.gauge

  /** Gives the lab's own database the index variant of the target, where it has another. */
  def useOwnIndex(): Unit =
    for { _ <- warmUpIndex; database <- target.database } parts.useIndex(database.index)

  /** Where the machine's speed in database work can be measured: the lab's own database, unless its cores are limited
    * by now; asked when all parts are ready.
    */
  def unlimitedDatabase: Option[DatabaseAccess] =
    parts.ownDatabase.filterNot(_ => cpus.database.isDefined && limits.areOn)

  /** Whether parts get less than all cores. */
  def limitsCpus: Boolean = cpus.all.nonEmpty

  /** Limits the cores of the parts, where they are to be; asked when all parts are ready. */
  def limitCpus(): Unit = limits.putOn(parts.limited(cpus))

  /** Begins to do something to the database `in` this time; nothing where it is not the lab's. */
  def intervene(intervention: Intervention, in: FiniteDuration): Unit =
    parts.interventions.foreach(_.begin(intervention, in))

  /** What was done to the database until now. */
  def steps: Vector[Step] = parts.interventions.fold(Vector.empty[Step])(_.steps)

  /** Ends what is recorded of the load, and then records the plans of the statements that a GET of each of `paths` on
    * the first instance sends.
    */
  def loadEnds(paths: Vector[String]): Unit = {
    parts.recording.close()
    parts.interventions.foreach(_.close())
    parts.recordPlans(paths.map(path => new URI(s"${instanceUrls.head}$path")), folder)
  }

  /** A sentence for every part that ended before the fleet was closed; asked after that. */
  def endedEarly: Vector[String] = ended.future.value.flatMap(_.toOption).getOrElse(Vector.empty)

  /** Ends every part and returns when all are gone; does nothing the second time. */
  override def close(): Unit = {
    stop.countDown()
    if (!ready.isCompleted) thread.interrupt()
    thread.join()
  }

  private def parts: Parts = Await.result(ready.future, Duration.Inf)

  /** The fleet's life on its own thread, so that one scope owns every part from its start to its end. */
  private def run(): Unit =
    try
      Using.Manager { use =>
        // closed last: what is limited must have ended
        val _ = use(limits)
        val parts = startAll(use)
        val _ = ready.trySuccess(parts)
        stop.await()
        val _ = ended.trySuccess(parts.endedEarly ++ limits.problem)
      }.get
    catch {
      case failure: Throwable =>
        if (!ready.tryFailure(failure)) progress(s"a part could not be ended: ${failure.getMessage}")
    }

  /** The database and the service start at the same time: the service takes longer, and waits for the database. The
    * balancer comes last: it would mark down instances that are not there yet.
    */
  private def startAll(use: Using.Manager): Parts = {
    val database = target.database.map { wanted =>
      val atFirst = wanted.copy(index = warmUpIndex.getOrElse(wanted.index))
      use(settings.running.database.fold(embedded(atFirst))(usersOwn(_, wanted)))
    }
    val redis = target.cache.collect { case _: Cache.Redis => use(settings.running.redis.fold(ownRedis)(usersRedis)) }
    redis.foreach(part => timed(part.toString)(part.awaitReady()))
    val launch = withArchive(launchOn(database).copy(cache = serviceCache(redis)), database)
    val service = use(Service.start(launch, endpoints))
    database.foreach(part => timed(s"database $part")(part.awaitReady()))
    timed(s"${target.instances} × service on JDK ${launch.jdk.version}")(service.awaitReady())
    val balancer = inFront.map { case (wanted, url) => use(inFrontOfAll(wanted, url)) }
    balancer.foreach(part => timed(part.toString)(part.awaitReady()))
    use(Parts.watched(Started(database, service, balancer, described(launch), redis), folder)(progress))
  }

  private def inFrontOfAll(wanted: Balancer, url: URI): HaProxy = {
    val program = HaProxyProgram.found.getOrElse(throw new Refused(HaProxyProgram.missing))
    // whoever fails the very first check is down at once, and the first answer of an instance takes long
    instanceUrls.foreach(instance => Http.status(new URI(s"$instance${wanted.healthCheck.path}")))
    HaProxy.start(program, wanted, url, instanceUrls, logs)
  }

  /** Flags without the place of the lab's files: it is another on each machine. */
  private def described(launch: ServiceLaunch): ServiceLaunch =
    launch.copy(jvm = launch.jvm.map(_.replace(s"${layout.cache}/", "")))

  private def usersOwn(access: DatabaseAccess, wanted: Database): TargetDatabase =
    new UserDatabase(access, wanted.index, layout.seedSql)

  private def embedded(wanted: Database): TargetDatabase = {
    val binaries = PostgresBinaries.unpacked(layout.cache)
    val seed = PostgresSeed.made(binaries, layout.seedSql, layout.cache, logs, wanted.scale)
    if (wanted.readers > 0) ReplicatedDatabase.start(binaries, seed, wanted, layout, logs)
    else PostgresServer.start(binaries, seed, wanted, layout, logs)
  }

  private def ownRedis: TargetRedis = {
    val program = RedisProgram.found(layout.cache).getOrElse(throw new Refused(RedisProgram.missing))
    RedisServer.start(program, layout, logs)
  }

  private def usersRedis(access: RedisAccess): TargetRedis = new UserRedis(access, progress)

  private def serviceCache(redis: Option[TargetRedis]): ServiceCache = (target.cache, redis) match {
    case (Some(wanted: Cache.Redis), Some(part)) => ServiceCache.redis(wanted, part.access, part.keyPrefix)
    case (Some(wanted: Cache.Caffeine), _) => ServiceCache.caffeine(wanted)
    case _ => ServiceCache.none
  }

  private def launchOn(database: Option[TargetDatabase]): ServiceLaunch = {
    val program = ServiceProgram.kept(layout.serviceJar, layout.serviceClassPath, layout.cache)
    ServiceLaunch(
      program,
      Jdk.choose(settings.java),
      target.jvm,
      target.properties,
      database.map(part => ServiceDatabase(part.access, part.readersUrl)),
      logs
    )
  }

  private def withArchive(launch: ServiceLaunch, database: Option[TargetDatabase]): ServiceLaunch = {
    val archive = StartupArchive.recorded(launch, target.training, layout.cache) { recording =>
      target.training.foreach(_ =>
        progress(
          "the first run of this service on this JDK: recording its start-up archive, once, takes about a minute"
        )
      )
      timed("the service once, to record its start-up archive")(target.training match {
        case Some(training) => train(launch.copy(jvm = Vector(recording)), training)
        case None =>
          database.foreach(_.awaitReady())
          Service.train(launch.copy(jvm = launch.jvm :+ recording), Vector.empty)
      })
    }
    if (archive.flags.isEmpty) progress("the JVM wrote no start-up archive: the service starts without, and so slower")
    launch.copy(jvm = launch.jvm ++ archive.flags)
  }

  /** On a database of its own, also where the user has one. */
  private def train(launch: ServiceLaunch, training: Training): Unit = Using.Manager { use =>
    val database = training.database.map(wanted => use(embedded(wanted)))
    database.foreach(_.awaitReady())
    val own = ServiceLaunch(
      launch.program,
      launch.jdk,
      launch.jvm,
      training.properties,
      database.map(part => ServiceDatabase(part.access)),
      logs
    )
    Service.train(own, training.paths)
  }.get

  private def timed[A](what: String)(start: => A): A = {
    val began = System.nanoTime()
    val result = start
    progress("started %s: %.1f s".formatLocal(Locale.ROOT, what, (System.nanoTime() - began) / 1e9))
    result
  }
}
