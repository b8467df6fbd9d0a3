package bottleneck.lab.engine

import bottleneck.lab.engine.prepare.Rounds
import bottleneck.lab.figures.record.{Expectation, TargetDescription, Trial}
import bottleneck.lab.figures.settings.Scale
import bottleneck.lab.figures.target.{BuildIndex, ClosedLoad, Load, LoadPlan, OpenLoad, Target}
import bottleneck.lab.figures.theory.Limit
import io.gatling.commons.stats.assertion.Assertion
import io.gatling.core.Predef._
import io.gatling.core.structure.ChainBuilder
import java.net.URI
import java.nio.file.Path
import scala.annotation.unused
import scala.concurrent.duration.FiniteDuration

/** Names, target and load of what a Gatling run answers: enough to list it and to plan a night. */
trait Description {
  def trial: Trial

  /** Trials of which a run leaves results. */
  def results: Vector[Trial] = Vector(trial)

  def target: Target

  /** Load at quick scale, or how it follows from an earlier run, without which this one is skipped. */
  def load: LoadPlan

  def fullLoad: LoadPlan = load

  /** Minimum number of runs, each in fresh JVMs; `lab.repeat` may ask for more. */
  def repeats: Int = 1

  final def loadAt(scale: Scale): LoadPlan = scale.choose(quick = load, full = fullLoad)
}

/** A variant of a study. What follows from its run gets the run's context: no request is built before. */
trait Variant extends Description {

  /** Requests that each user repeats until the load ends. */
  def requests(run: RunContext): ChainBuilder

  /** Requests of a slice, where those of a load are too long for one. */
  def turnRequests(run: RunContext): ChainBuilder = requests(run)

  /** Requests of the warm-up instead, except for the calibration at its end: those that warm the JVMs up fastest. */
  def warmUpRequests(run: RunContext): Option[ChainBuilder] = None

  /** Requests of the calibration instead: with the same CPU demand and shorter waits. */
  def calibrationRequests(run: RunContext): Option[ChainBuilder] = None

  /** Hold time of a request thread, where it is known beforehand and nothing else is. */
  def threadHold: Option[FiniteDuration] = None

  /** Prediction by theory, and what fails the build. By default there is one where [[threadHold]] is known: of threads,
    * and of users or arrivals; a sound run that misses it by more than 5 % fails then. No limit of cores belongs here:
    * the calibration adds it.
    */
  def expectation(run: RunContext): Expectation =
    threadHold.fold(Expectation())(Variant.expected(_, run.target, run.load))

  /** Paths whose statements' plans are recorded after the load. */
  def explained(@unused run: RunContext): Vector[String] = Vector.empty

  /** Other users, who make a part busy meanwhile. */
  def disturbance(run: RunContext): Option[Disturbing] = None

  /** Change to the database under load. */
  def intervention: Option[BuildIndex] = None

  private[lab] final def workload(run: RunContext): Workload = Workload(
    requests(run),
    expectation(run),
    warmUpRequests(run),
    calibrationRequests(run),
    explained(run),
    disturbance(run),
    intervention
  )
}

private object Variant {

  /** Tomcat's default. */
  private val threads = 200
  private val virtual = "spring.threads.virtual.enabled"

  def expected(hold: FiniteDuration, target: Target, load: Load): Expectation = {
    val size = target.properties.get(TargetDescription.threads).flatMap(_.toIntOption).getOrElse(threads)
    val limits = Option
      .unless(target.properties.get(virtual).contains("true"))(Limit.threads(size, target.instances, hold))
      .toVector
    val sent = load match {
      case closed: ClosedLoad => Some(Limit.users(closed.users, hold, closed.thinkTime))
      case open: OpenLoad => Some(Limit.arrivals(open.perSecond))
      case _ => None
    }
    Expectation(limits ++ sent, tolerance = Some(0.05))
  }
}

/** Inputs of a variant's requests: the folder with the feeders, and the base URL of each instance, for requests that
  * are to reach a certain one past the balancer.
  */
final case class RunContext(scale: Scale, target: Target, load: Load, data: Path, instanceUrls: Vector[URI])

/** What a variant sends and expects in one run: see [[Variant]], whose members these are. */
final case class Workload(
    requests: ChainBuilder,
    expectation: Expectation = Expectation(),
    warmUp: Option[ChainBuilder] = None,
    calibration: Option[ChainBuilder] = None,
    explained: Vector[String] = Vector.empty,
    disturbance: Option[Disturbing] = None,
    intervention: Option[BuildIndex] = None
) {

  /** Requests of the warm-up, and those that show what one demands. */
  def rounds: Rounds = {
    val below = calibration.getOrElse(requests)
    Rounds(warmUp.getOrElse(below), below)
  }

  /** Gatling's assertion over the whole load: some request was answered, and none failed unless it may. */
  def assertion: Assertion =
    if (expectation.failures.isEmpty) global.failedRequests.count.is(0) else global.successfulRequests.count.gt(0)
}

/** Other users, who arrive `after` the start of the load and send one request after the other until its end, to make a
  * part of the target busy: their requests are silent, so that Gatling neither logs nor judges them.
  */
final case class Disturbing(users: Int, after: FiniteDuration, requests: ChainBuilder)
