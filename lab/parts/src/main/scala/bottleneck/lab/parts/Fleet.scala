package bottleneck.lab.parts

import bottleneck.lab.figures.settings.Settings
import bottleneck.lab.figures.target._
import bottleneck.lab.parts.host.Daemon
import bottleneck.lab.parts.limit.FleetLimits
import bottleneck.lab.parts.metrics.Gauge
import bottleneck.lab.parts.postgres.IndexBuilds
import bottleneck.lab.parts.service.Endpoints
import java.net.URI
import java.nio.file.Path
import java.util.concurrent.CountDownLatch
import scala.concurrent.duration._
import scala.concurrent.{Await, Promise}
import scala.util.Using

/** The parts of one run, started together and ended together, in reverse order, also when the JVM is asked to end.
  * Their logs and recordings are in `folder`; the lab's own database has `warmUpIndex` at first, where it is to be
  * another index variant than the target's. Everything but the URLs, `limitsCpus` and `start` may be asked only when
  * all parts are ready.
  */
final class Fleet(
    target: Target,
    settings: Settings,
    folder: Path,
    progress: String => Unit,
    warmUpIndex: Option[Index] = None
) extends AutoCloseable {
  private val endpoints = Endpoints.choose(target.instances, target.onePort)
  private val inFront = target.balancer.map(_ => Endpoints.inFront())
  private val starting = new FleetStart(target, settings, folder, endpoints, inFront, warmUpIndex)(progress)
  private val cpus = Needs.limits(target)
  private lazy val limits = FleetLimits.of(cpus)
  private val ready = Promise[Parts]()
  private val ended = Promise[Vector[String]]()
  private val stop = new CountDownLatch(1)
  private val thread = new Daemon("fleet", () => run())

  /** Base URLs of what users send requests to, known before it is started: that of the balancer where there is one. */
  def urls: Vector[URI] = inFront.fold(instanceUrls)(Vector(_))

  def instanceUrls: Vector[URI] = endpoints.map(_.url)

  def start(): Unit = {
    Runtime.getRuntime.addShutdownHook(new Thread(() => close(), "fleet-shutdown"))
    thread.start()
  }

  /** Returns when all parts are ready; throws what failed, once all others are ended again. */
  def awaitReady(): Unit = {
    val _ = parts
  }

  def installed: Installed = parts.installed.copy(cpuLimitBy = limits.mechanism)

  def loadBegins(): Unit = parts.recording.loadBegins()

  def sampleNow(): Unit = parts.recording.sampleNow()

  def gauge: Gauge = parts.gauge

  def useOwnIndex(): Unit =
    for { _ <- warmUpIndex; wanted <- target.database; database <- parts.database } database.useIndex(wanted.index)

  def limitsCpus: Boolean = cpus.all.nonEmpty

  /** Limits the cores of the parts, where they are to be; asked when all parts are ready. */
  def limitCpus(): Unit = limits.putOn(parts.limited(cpus))

  /** Begins to build the index `in` this time; does nothing where the database is not the lab's. */
  def intervene(index: BuildIndex, in: FiniteDuration): Unit = indexBuilds.foreach(_.begin(index, in))

  def steps: Vector[Step] = indexBuilds.fold(Vector.empty[Step])(_.steps)

  private def indexBuilds: Option[IndexBuilds] = parts.database.flatMap(_.indexBuilds)

  /** Ends the recording of the load, then records the plans of what a GET of each path on the first instance causes. */
  def loadEnds(paths: Vector[String]): Unit = {
    parts.recording.close()
    indexBuilds.foreach(_.close())
    parts.recordPlans(paths.map(path => new URI(s"${instanceUrls.head}$path")))
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
        val parts = starting.all(use)
        val _ = ready.trySuccess(parts)
        stop.await()
        val _ = ended.trySuccess(parts.endedEarly ++ limits.problem)
      }.get
    catch {
      case failure: Throwable =>
        if (!ready.tryFailure(failure)) progress(s"a part could not be ended: ${failure.getMessage}")
    }
}
