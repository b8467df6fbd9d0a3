package bottleneck.lab.explain.result

import bottleneck.lab.explain.record.Factor
import bottleneck.lab.explain.stats.{BurstTimes, FirstFailure, GeneratorGap, Interval, Outcome, ServiceOrder}
import bottleneck.lab.explain.theory.Prediction

/** All that is known of one run: the content of its result.json.
  *
  * @param requests
  *   the window's, by request name
  * @param total
  *   the window's, over all requests
  * @param wholeRun
  *   the same over the whole run, as Gatling's own report has it
  * @param interval
  *   of the window's throughput, in requests/s; none when the window is too short for one
  * @param efficiency
  *   throughput of the window ÷ prediction
  * @param demand
  *   none where no paces came before the load, or they do not tell
  * @param burst
  *   of a burst
  * @param disturbance
  *   where other users made a part of the target busy
  * @param balancer
  *   none where there was no load balancer, or it left no log
  * @param order
  *   in which requests were served, where users wait in one line
  * @param staircase
  *   of a load staircase
  * @param stalls
  *   of the window, by the name of the request: the longest time in which some waited and none was answered OK, in
  *   milliseconds
  * @param firstFailure
  *   of the whole run; none where no request failed
  * @param warmUp
  *   before the load; none where parts were to be cold
  * @param generatorGap
  *   of a closed load
  * @param intervention
  *   what the lab did to the target under load, step by step; empty where it was left alone
  */
final case class Result(
    schema: String,
    run: RunDescription,
    machine: Machine,
    target: TargetDescription,
    load: LoadDescription,
    window: WindowBounds,
    requests: Map[String, Outcome],
    total: Outcome,
    wholeRun: Outcome,
    interval: Option[Interval],
    server: Server,
    prediction: Option[Prediction],
    efficiency: Option[Double],
    published: Option[PublishedFigures],
    validity: Vector[Check],
    demand: Option[Demand] = None,
    burst: Option[BurstTimes] = None,
    disturbance: Option[Disturbance] = None,
    balancer: Option[BalancerReading] = None,
    order: Option[ServiceOrder] = None,
    staircase: Option[StaircaseReading] = None,
    stalls: Map[String, Int] = Map.empty,
    firstFailure: Option[FirstFailure] = None,
    intervention: Vector[InterventionStep] = Vector.empty,
    warmUp: Option[WarmUpReading] = None,
    generatorGap: Option[GeneratorGap] = None
) {

  def soundness: Soundness = Soundness.of(validity)

  /** Whether the run counts for a verdict. */
  def sound: Boolean = soundness == Soundness.Sound

  /** Whether the run has no structural fault; it may be disturbed. */
  def valid: Boolean = soundness match {
    case Soundness.Invalid(_) => false
    case Soundness.Disturbed(_) | Soundness.Sound => true
  }

  def isDisturbed: Boolean = valid && !sound

  /** Why the run does not count; empty for a sound one. */
  def objections: Vector[String] = told(!_.ok)

  /** What the run could not tell. */
  def undecided: Vector[String] = told(_.outcome == Check.Outcome.CannotTell)

  private def told(which: Check => Boolean): Vector[String] =
    validity.filter(which).map(check => s"${check.check}: ${check.detail}")
}

object Result {
  val schema = "bottleneck/result/1"
}

/** Which run it is.
  *
  * @param id
  *   name of Gatling's folder
  * @param simulation
  *   its class
  * @param experiment
  *   id of the [[Study]] that it belongs to
  * @param startedAt
  *   ISO instant
  * @param commit
  *   of the checkout, where there is one
  * @param repeat
  *   1 for the first run of a variant, 2 for its first repeat …
  * @param attempt
  *   2 where it replaces a run that was disturbed
  */
final case class RunDescription(
    id: String,
    simulation: String,
    experiment: String,
    variant: String,
    factor: Option[Factor],
    scale: String,
    startedAt: String,
    commit: Option[String],
    repeat: Int,
    attempt: Int = 1
)

/** Where it ran; `database` has the settings of the PostgreSQL server, `balancer` the version of HAProxy, `redis` its
  * own, `speed` how fast it was then.
  */
final case class Machine(
    cpus: Int,
    memoryBytes: Long,
    os: String,
    generatorJava: String,
    serviceJava: Option[String],
    gatling: String,
    postgres: Option[String],
    database: Map[String, String],
    balancer: Option[String] = None,
    redis: Option[String] = None,
    speed: Option[Speed] = None
)
