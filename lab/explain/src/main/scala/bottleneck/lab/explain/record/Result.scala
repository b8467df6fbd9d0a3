package bottleneck.lab.explain.record

import bottleneck.lab.explain.preparation.Preparation
import bottleneck.lab.explain.published.PublishedFigures
import bottleneck.lab.explain.series.PartFigures
import bottleneck.lab.explain.statistics._
import bottleneck.lab.explain.theory.Prediction
import bottleneck.lab.model.{Numbers, Text}
import bottleneck.lab.statistics.{Interval, Window}
import bottleneck.lab.target.Step
import java.time.Instant
import scala.util.Try
import upickle.implicits.{flatten, key}

/** All that is known of one run: the content of its result.json.
  *
  *   - What it was: run, machine and target, load and its judged window, users who disturbed a part of the target,
  *     steps of an intervention, warm-up (none where parts were to be cold), injectors (empty with a single one).
  *   - Measurements: outcomes in the window, by request and of all, and that of the whole run, as Gatling's own report
  *     has it; interval of the window's throughput, none if it is too short; longest times in ms, by request, in which
  *     some waited and none was answered OK; first failure of the whole run; what the load balancer counted.
  *   - Measurements of one kind of load: a burst, and how long the service's threads took for its requests answered
  *     with 200, in ms by their start, where Tomcat's access log is on; a staircase; the requests by the second in
  *     which they were sent, where the run's expectation asks for it; the generator's gap in a closed load.
  *   - References: prediction, measured ÷ predicted throughput, published figures, demand of a request.
  */
final case class Result(
    run: RunDescription,
    machine: Machine,
    target: TargetDescription,
    load: LoadDescription,
    window: Window,
    disturbance: Option[Disturbance] = None,
    intervention: Vector[InterventionStep] = Vector.empty,
    warmUp: Option[WarmUpReading] = None,
    injectors: Vector[InjectorShare] = Vector.empty,
    requests: Map[String, Outcome],
    total: Outcome,
    wholeRun: Outcome,
    interval: Option[Interval] = None,
    stalls: Map[String, Int] = Map.empty,
    firstFailure: Option[FirstFailure] = None,
    balancer: Option[BalancerReading] = None,
    burst: Option[BurstTimes] = None,
    handledMs: Vector[Int] = Vector.empty,
    staircase: Option[StaircaseReading] = None,
    order: Option[SentSeconds] = None,
    generatorGap: Option[GeneratorGap] = None,
    @key("metrics") figures: PartFigures,
    prediction: Option[Prediction] = None,
    efficiency: Option[Double] = None,
    published: Option[PublishedFigures] = None,
    demand: Option[Demand] = None,
    validity: Vector[Check]
) {

  /** Throughput of the window, as a text. */
  def rate: String = Numbers.rate(total.throughput)

  /** Response time of the window's OK responses, as a text. */
  def latency(of: Latency => Long): String =
    total.latencyMs.fold(Numbers.none)(latency => Numbers.millis(of(latency)))

  def soundness: Soundness = Soundness.of(validity)

  /** True if no check failed. */
  def sound: Boolean = soundness == Soundness.Sound

  /** True if the run has no structural fault; it may be disturbed. */
  def valid: Boolean = soundness match {
    case Soundness.Invalid(_) => false
    case Soundness.Disturbed(_) | Soundness.Sound => true
  }

  def isDisturbed: Boolean = valid && !sound

  /** Reasons why the run is not sound; empty for a sound one. */
  def objections: Vector[String] = told(!_.ok)

  /** Checks that the run could not decide. */
  def undecided: Vector[String] = told(_.holds.isEmpty)

  private def told(which: Check => Boolean): Vector[String] =
    validity.filter(which).map(check => s"${check.check}: ${check.detail}")
}

object Result {
  val schema = "bottleneck/replay/2"
}

/** Duration of the warm-up and its maximum, in seconds, and a clause for each measure that was still `moving` at its
  * end.
  */
final case class WarmUpReading(seconds: Double, boundSeconds: Double, moving: Vector[String]) {
  def text: String =
    if (moving.isEmpty) Text.text("warm after %.0f s", seconds)
    else Text.text("not warm after %.0f s: %s", seconds, moving.mkString("; "))
}

object WarmUpReading {
  def of(preparation: Preparation): WarmUpReading =
    WarmUpReading(preparation.warmUpSeconds, preparation.boundMs / 1000.0, preparation.warmth.moving)
}

/** Identity and start (an ISO instant) of a run; the id is the name of Gatling's folder. */
final case class RunDescription(
    id: String,
    startedAt: String,
    @flatten identity: RunIdentity,
    criteria: Map[String, String] = Map.empty
) {
  def simulation: String = identity.simulation
  def experiment: String = identity.experiment
  def variant: String = identity.variant
  def factor: Option[Factor] = identity.factor
  def repeat: Int = identity.repeat

  /** Start of the run, if it lies in 1970 to 9999: charts and sums of times hold no others. */
  def started: Option[Instant] = Try(Instant.parse(startedAt)).toOption
    .filter(at => !at.isBefore(Instant.EPOCH) && at.isBefore(RunDescription.end))
}

object RunDescription {
  private val end = Instant.parse("+10000-01-01T00:00:00Z")
}

/** Step of the lab's intervention in the target under load, in milliseconds since the run record's start: unfinished
  * where the load ended first. The outcome is `ok`, or the error.
  */
final case class InterventionStep(name: String, fromMs: Int, toMs: Option[Int], outcome: String) {
  def isOk: Boolean = outcome == Step.ok

  def durationMs: Option[Int] = toMs.map(_ - fromMs)
}

object InterventionStep {

  /** Intervention step relative to `start`, the begin of the run's record in milliseconds since the epoch. */
  def of(step: Step, start: Long): InterventionStep =
    InterventionStep(step.name, (step.from - start).toInt, step.to.map(at => (at - start).toInt), step.outcome)
}

/** Machine of a run, and versions of the software, none for parts that the lab did not start: `service` is a hash of
  * its code, `database` has the settings of the PostgreSQL server.
  */
final case class Machine(
    cpus: Int,
    memoryBytes: Long,
    os: String,
    generatorJava: String,
    serviceJava: Option[String],
    gatling: String,
    postgres: Option[String],
    balancer: Option[String] = None,
    redis: Option[String] = None,
    service: Option[String] = None,
    database: Map[String, String] = Map.empty
)
