package bottleneck.lab.run

import bottleneck.lab.run.postgres._
import bottleneck.lab.run.service._
import bottleneck.lab.settings.{DatabaseAccess, Settings}
import bottleneck.lab.target.Target
import java.net.URI
import java.nio.file.Path
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
  private val stop = new CountDownLatch(1)
  private val thread = new Thread(() => run(), "fleet")

  /** Base URL of each instance: known before they are started. */
  def urls: Vector[URI] = endpoints.map(_.url)

  /** Begins to start every part, without waiting for any. */
  def start(): Unit = {
    Runtime.getRuntime.addShutdownHook(new Thread(() => close(), "fleet-shutdown"))
    thread.start()
  }

  /** Returns when all parts are ready; throws what failed, once all others are ended again. */
  def awaitReady(): Unit = Await.result(ready.future, Duration.Inf)

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
        startAll(use)
        val _ = ready.trySuccess(())
        stop.await()
      }.get
    catch { case failure: Throwable => val _ = ready.tryFailure(failure) }

  /** The database and the service start at the same time: the service takes longer, and waits for the database. */
  private def startAll(use: Using.Manager): Unit = {
    val database = use(settings.database.fold(embedded)(new UserDatabase(_, target.database.index, layout.seedSql)))
    val launch = withArchive(launchOn(database.access), database)
    val service = use(Service.start(launch, endpoints))
    timed(s"database $database")(database.awaitReady())
    timed(s"${target.instances} × service on JDK ${launch.jdk.version}")(service.awaitReady())
  }

  private def embedded: TargetDatabase = {
    val binaries = PostgresBinaries.unpacked(layout.cache)
    val seed = PostgresSeed.made(binaries, layout.seedSql, layout.cache, logs)
    PostgresServer.start(binaries, seed, target.database, layout, logs)
  }

  private def launchOn(database: DatabaseAccess): ServiceLaunch = {
    val program = ServiceProgram.kept(layout.serviceJar, layout.serviceClassPath, layout.cache)
    ServiceLaunch(program, Jdk.choose(settings.java), target.jvm, target.properties, database, logs)
  }

  private def withArchive(launch: ServiceLaunch, database: TargetDatabase): ServiceLaunch = {
    val archive = StartupArchive.trained(launch.program, launch.jdk, launch.jvm, layout.cache) { recording =>
      timed("the service once, to record its start-up archive") {
        database.awaitReady()
        Service.train(launch.copy(jvm = recording))
      }
    }
    if (archive.flags.isEmpty) progress("the JVM wrote no start-up archive: the service starts without, and so slower")
    launch.copy(jvm = launch.jvm ++ archive.flags)
  }

  private def timed[A](what: String)(start: => A): A = {
    val began = System.nanoTime()
    val result = start
    progress(f"started $what: ${(System.nanoTime() - began) / 1e9}%.1f s")
    result
  }
}
