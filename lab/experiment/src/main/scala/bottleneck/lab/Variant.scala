package bottleneck.lab

import bottleneck.lab.explain.record.{Expectation, Trial}
import bottleneck.lab.explain.theory.Prediction
import bottleneck.lab.settings.Scale
import bottleneck.lab.target.{BuildIndex, Load, LoadPlan, Target}
import io.gatling.core.structure.ChainBuilder
import java.net.URI
import java.nio.file.Path
import scala.concurrent.duration.FiniteDuration

/** A variant of a study: nothing is started, and no request is built, until it runs. */
trait Variant {

  /** Its names. */
  def trial: Trial

  /** Parts to start. */
  def target: Target

  /** Who sends requests, or how that follows from an earlier run, without which this one is skipped. */
  def load: LoadPlan

  /** The same at full scale. */
  def fullLoad: LoadPlan = load

  /** Minimum number of runs, each in fresh JVMs; `lab.repeat` may ask for more. */
  def repeats: Int = 1

  /** Requests that each user repeats until the load ends. */
  def requests: ChainBuilder

  /** Requests of the warm-up instead, except for the calibration at its end: those that warm the JVMs up fastest. */
  def warmUpRequests: Option[ChainBuilder] = None

  /** Requests of the calibration instead: with the same CPU demand and shorter waits. */
  def calibrationRequests: Option[ChainBuilder] = None

  /** How long a request holds its thread, where nothing but that is known beforehand. */
  def holds: Option[FiniteDuration] = None

  /** Prediction by theory, none by cores where an intervention changes the demand of a request; by default that of
    * threads and users, where it is known how long a request [[holds]] a thread. A sound run that misses it by more
    * than 5 % fails the build then.
    */
  def expectation: Expectation = holds.fold(Expectation()) { time =>
    val threads = run.target.properties.get(Variant.threads).map(_.toInt)
    val limits = threads.map(Prediction.threads(_, run.target.instances, time)).toVector
    Expectation(limits :+ Prediction.users(run.load.users, time, run.load.thinkTime), tolerance = Some(0.05))
  }

  /** Paths whose statements' plans are recorded after the load. */
  def explained: Vector[String] = Vector.empty
  def disturbance: Option[Disturbing] = None

  /** Change to the database under load. */
  def intervention: Option[BuildIndex] = None

  /** [[load]] or [[fullLoad]]. */
  final def loadAt(scale: Scale): LoadPlan = scale.choose(quick = load, full = fullLoad)

  private var asked = Option.empty[RunContext]

  /** The run that requests and expectation are asked for. */
  protected final def run: RunContext =
    asked.getOrElse(throw new IllegalStateException(s"${trial.variant} does not run: only requests depend on a run."))

  private[lab] final def workload(context: RunContext): Workload = {
    asked = Some(context)
    Workload(requests, expectation, warmUpRequests, calibrationRequests, explained, disturbance, intervention)
  }
}

private object Variant {
  private val threads = "server.tomcat.threads.max"
}

/** What a run makes of a variant.
  *
  * @param data
  *   the folder with the feeders
  * @param instanceUrls
  *   base URL of each instance, for requests that are to reach a certain one past the balancer
  */
final case class RunContext(scale: Scale, target: Target, load: Load, data: Path, instanceUrls: Vector[URI])
