package bottleneck.lab.run

import bottleneck.lab.run.postgres._
import bottleneck.lab.run.service._
import bottleneck.lab.settings.{DatabaseAccess, Settings}
import bottleneck.lab.target.{Database, Target}
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

  /** Starts every part and returns when all are ready; on failure everything is ended again first. */
  def start(): Unit = {
    Runtime.getRuntime.addShutdownHook(new Thread(() => close(), "fleet-shutdown"))
    thread.start()
    Await.result(ready.future, Duration.Inf)
  }

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

  private def startAll(use: Using.Manager): Unit = {
    val database = settings.database match {
      case Some(theirs) =>
        timed(s"$theirs with index ${target.database.index.name}")(
          UserDatabase.prepare(theirs, target.database, layout.seedSql)
        )
        theirs
      case None => use(startPostgres(target.database)).service
    }
    val _ = use(startService(database))
  }

  private def startPostgres(database: Database): PostgresServer = {
    val binaries = PostgresBinaries.unpacked(layout.cache)
    val seed = PostgresSeed.made(binaries, layout.seedSql, layout.cache, logs)
    timed(s"PostgreSQL with index ${database.index.name}, max_connections ${database.maxConnections}") {
      PostgresServer.start(binaries, seed, database, layout, logs)
    }
  }

  private def startService(database: DatabaseAccess): Service = {
    val jdk = Jdk.choose(settings.java)
    val program = ServiceProgram.kept(layout.serviceJar, layout.serviceClassPath, layout.cache)
    val launch = ServiceLaunch(program, jdk, target.jvm, target.properties, database, logs)
    val archive = StartupArchive.trained(program, jdk, target.jvm, layout.cache)(jvm => train(launch.copy(jvm = jvm)))
    timed(s"${target.instances} × service on JDK ${jdk.version}") {
      Service.start(launch.copy(jvm = target.jvm ++ archive.flags), endpoints)
    }
  }

  private def train(recording: ServiceLaunch): Unit = timed("the service once to record its start-up archive") {
    Using.resource(ServiceInstance.start("service-training", recording, Endpoints.choose(1).head))(_.awaitReady())
  }

  private def timed[A](what: String)(start: => A): A = {
    val began = System.nanoTime()
    val result = start
    progress(f"started $what: ${(System.nanoTime() - began) / 1e9}%.1f s")
    result
  }
}
