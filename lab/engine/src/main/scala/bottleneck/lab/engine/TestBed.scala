package bottleneck.lab.engine

import bottleneck.lab.figures.target.{BuildIndex, Installed, Step}
import bottleneck.lab.parts.Fleet
import bottleneck.lab.parts.metrics.{Gauge, Recording, WatchedParts}
import java.net.URI
import java.nio.file.Path

/** Target of a run with what watches it, in the run's folder: parts that the lab starts and ends, or a target that runs
  * already, of which nothing is known but what this machine does.
  */
private final class TestBed(plan: RunPlan, folder: Path)(say: String => Unit) extends AutoCloseable {
  import plan.settings

  private val fleet = Option.when(settings.running.targetUrls.isEmpty)(
    new Fleet(plan.target, settings, folder, say, plan.warmUpIndex)
  )
  private lazy val ownRecording = Recording.start(WatchedParts(Vector.empty), folder)(say)

  val urls: Vector[URI] = fleet.fold(settings.running.targetUrls)(_.urls)
  val instanceUrls: Vector[URI] = fleet.fold(settings.running.targetUrls)(_.instanceUrls)
  val isOwn: Boolean = fleet.isDefined
  val limitsCpus: Boolean = fleet.exists(_.limitsCpus)

  /** Gauge of parts and machine; asked when all parts are ready, as everything below. */
  lazy val gauge: Gauge = fleet.fold(Gauge.of(WatchedParts(Vector.empty)))(_.gauge)

  def start(): Unit = fleet.foreach { own =>
    say("starting the target")
    own.start()
  }

  /** Returns when all parts are ready and sampled. */
  def awaitReady(): Unit = {
    fleet.foreach(_.awaitReady())
    if (fleet.isEmpty) ownRecording.loadBegins()
  }

  /** Adds a row to metrics.csv now. */
  def sampleNow(): Unit = fleet.foreach(_.sampleNow())

  /** Gives the lab's own database the index of the variant, after a warm-up with another. */
  def useOwnIndex(): Unit = fleet.foreach(_.useOwnIndex())

  /** Limits the cores of the parts, marks the moment, and begins what is to be done to the target under load. */
  def loadBegins(intervention: Option[BuildIndex]): Unit = fleet.foreach { own =>
    own.limitCpus()
    own.loadBegins()
    intervention.foreach(what => own.intervene(what, plan.load.judgedFrom + what.after))
  }

  /** Ends what is recorded of the load, with the plans of the statements of these paths. */
  def loadEnds(explained: Vector[String]): Unit = fleet.fold(ownRecording.close())(_.loadEnds(explained))

  /** Versions and settings of the started target; none if it is not the lab's. */
  def installed: Option[Installed] = fleet.map(_.installed)

  def steps: Vector[Step] = fleet.toVector.flatMap(_.steps)

  /** A sentence for every part that ended before this was closed. */
  def endedEarly: Vector[String] = fleet.toVector.flatMap(_.endedEarly)

  override def close(): Unit = fleet.foreach(_.close())
}
