package bottleneck.lab.run

import bottleneck.lab.run.postgres._
import bottleneck.lab.run.service._
import bottleneck.lab.settings.{DatabaseAccess, Settings}
import bottleneck.lab.target.{Database, Target}
import java.net.URI
import java.nio.file.Path
import java.util.Locale
import java.util.concurrent.CountDownLatch
import scala.concurrent.duration._
import scala.concurrent.{Await, Promise}
import scala.util.Using

/** The parts of one run, started together and ended together, in reverse order, also when the JVM is told to end.
  *
  * @param logs
  *   folder for the logs of all parts
  * @param progress
  *   gets a sentence at each step
  */
final class Fleet(target: Target, settings: Settings, logs: Path, progress: String => Unit) extends AutoCloseable {
  private val layout = settings.layout
  private val endpoints = Endpoints.choose(target.instances)
  private val ready = Promise[Unit]()
  private val ended = Promise[Vector[String]]()
  private val stop = new CountDownLatch(1)
  private val thread = new Thread(() => run(), "fleet")
  thread.setDaemon(true)

  /** Base URL of each instance: known before they are started. */
  def urls: Vector[URI] = endpoints.map(_.url)

  /** Begins to start every part, without waiting for any. */
  def start(): Unit = {
    Runtime.getRuntime.addShutdownHook(new Thread(() => close(), "fleet-shutdown"))
    thread.start()
  }

  /** Returns when all parts are ready; throws what failed, once all others are ended again. */
  def awaitReady(): Unit = Await.result(ready.future, Duration.Inf)

  /** A sentence for every part that ended before the fleet was closed; asked after that. */
  def endedEarly: Vector[String] = ended.future.value.flatMap(_.toOption).getOrElse(Vector.empty)

  /** Ends every part and returns when all are gone; does nothing the second time. */
  override def close(): Unit = {
    stop.countDown()
    if (!ready.isCompleted) thread.interrupt()
    thread.join()
  }

  /** The fleet's life on its own thread, so that one scope owns every part from its start to its end. */
  private def run(): Unit =
    try
      Using.Manager { use =>
        val parts = startAll(use)
        val _ = ready.trySuccess(())
        stop.await()
        val _ = ended.trySuccess(parts())
      }.get
    catch { case failure: Throwable => val _ = ready.tryFailure(failure) }

  /** The database and the service start at the same time: the service takes longer, and waits for the database. Returns
    * what tells which parts have ended.
    */
  private def startAll(use: Using.Manager): () => Vector[String] = {
    val database = target.database.map(wanted => use(settings.database.fold(embedded(wanted))(usersOwn(_, wanted))))
    val launch = withArchive(launchOn(database.map(_.access)), database)
    val service = use(Service.start(launch, endpoints))
    database.foreach(part => timed(s"database $part")(part.awaitReady()))
    timed(s"${target.instances} × service on JDK ${launch.jdk.version}")(service.awaitReady())
    () =>
      Vector(
        Option.when(database.exists(_.hasEnded))(s"The database ended during the run; its log is in $logs."),
        Option.when(service.ended > 0)(
          s"${service.ended} of ${target.instances} instances ended during the run; see $logs."
        )
      ).flatten
  }

  private def usersOwn(access: DatabaseAccess, wanted: Database): TargetDatabase =
    new UserDatabase(access, wanted.index, layout.seedSql)

  private def embedded(wanted: Database): TargetDatabase = {
    val binaries = PostgresBinaries.unpacked(layout.cache)
    val seed = PostgresSeed.made(binaries, layout.seedSql, layout.cache, logs)
    PostgresServer.start(binaries, seed, wanted, layout, logs)
  }

  private def launchOn(database: Option[DatabaseAccess]): ServiceLaunch = {
    val program = ServiceProgram.kept(layout.serviceJar, layout.serviceClassPath, layout.cache)
    ServiceLaunch(program, Jdk.choose(settings.java), target.jvm, target.properties, database, logs)
  }

  private def withArchive(launch: ServiceLaunch, database: Option[TargetDatabase]): ServiceLaunch = {
    val archive = StartupArchive.trained(launch.program, launch.jdk, launch.jvm, layout.cache) { recording =>
      timed("the service once, to record its start-up archive") {
        database.foreach(_.awaitReady())
        Service.train(launch.copy(jvm = recording))
      }
    }
    if (archive.flags.isEmpty) progress("the JVM wrote no start-up archive: the service starts without, and so slower")
    launch.copy(jvm = launch.jvm ++ archive.flags)
  }

  private def timed[A](what: String)(start: => A): A = {
    val began = System.nanoTime()
    val result = start
    progress("started %s: %.1f s".formatLocal(Locale.ROOT, what, (System.nanoTime() - began) / 1e9))
    result
  }
}
