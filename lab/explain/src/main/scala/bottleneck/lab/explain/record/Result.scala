package bottleneck.lab.explain.record

import bottleneck.lab.explain.preparation.Preparation
import bottleneck.lab.explain.published.PublishedFigures
import bottleneck.lab.explain.series.PartFigures
import bottleneck.lab.statistics.{Interval, Window}
import bottleneck.lab.explain.statistics.{
  BurstTimes,
  FirstFailure,
  GeneratorGap,
  Knee,
  Latency,
  LevelReading,
  Outcome,
  SentSeconds,
  Slo
}
import bottleneck.lab.explain.theory.Prediction
import bottleneck.lab.model.{Numbers, Text}
import upickle.implicits.{flatten, key}

/** All that is known of one run: the content of its result.json, which has the fields of parts marked `flatten` as its
  * own.
  */
final case class Result(
    run: RunDescription,
    machine: Machine,
    target: TargetDescription,
    @flatten treatment: Treatment,
    @flatten measured: Measured,
    @key("metrics") figures: PartFigures,
    @flatten expected: Expected,
    validity: Vector[Check]
) {
  def load: LoadDescription = treatment.load

  /** The window's outcome, over all requests. */
  def total: Outcome = measured.total

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
  def undecided: Vector[String] = told(_.outcome == Check.State.CannotTell)

  private def told(which: Check => Boolean): Vector[String] =
    validity.filter(which).map(check => s"${check.check}: ${check.detail}")
}

object Result {
  val schema = "bottleneck/replay/2"
}

/** Measurements from the logs of a run.
  *
  * @param requests
  *   outcome in the window, by request name
  * @param total
  *   outcome in the window, over all requests
  * @param wholeRun
  *   the same over the whole run, as Gatling's own report has it
  * @param interval
  *   confidence interval of the window's throughput, in requests/s; none if the window is too short
  * @param stalls
  *   longest stall in the window by request name, in milliseconds: time in which requests waited and none was answered
  *   OK
  * @param firstFailure
  *   first failure of the whole run; none where no request failed
  * @param balancer
  *   none where there was no load balancer, or it left no log
  */
final case class Measured(
    requests: Map[String, Outcome],
    total: Outcome,
    wholeRun: Outcome,
    interval: Option[Interval] = None,
    stalls: Map[String, Int] = Map.empty,
    firstFailure: Option[FirstFailure] = None,
    balancer: Option[BalancerReading] = None,
    @flatten byLoad: LoadReadings = LoadReadings()
)

/** Measurements specific to one kind of load.
  *
  * @param burst
  *   send and answer times of a burst
  * @param handledMs
  *   handling times of a burst's requests answered with 200 by the service's threads, in milliseconds, by start; empty
  *   unless the target's properties enable Tomcat's access log
  * @param staircase
  *   result of a load staircase
  * @param order
  *   requests by the second in which they were sent, where the run's expectation asks for it
  * @param generatorGap
  *   generator gap of a closed load
  */
final case class LoadReadings(
    burst: Option[BurstTimes] = None,
    handledMs: Vector[Int] = Vector.empty,
    staircase: Option[StaircaseReading] = None,
    order: Option[SentSeconds] = None,
    generatorGap: Option[GeneratorGap] = None
)

/** References for the measured throughput.
  *
  * @param efficiency
  *   throughput of the window ÷ prediction
  * @param demand
  *   none without paced loads, or if they do not allow a fit
  */
final case class Expected(
    prediction: Option[Prediction] = None,
    efficiency: Option[Double] = None,
    published: Option[PublishedFigures] = None,
    demand: Option[Demand] = None
)

/** Conditions that the target was exposed to.
  *
  * @param window
  *   judged part of the load
  * @param disturbance
  *   load of other users on a part of the target, if any
  * @param intervention
  *   steps of the lab's intervention in the target under load; empty without one
  * @param warmUp
  *   warm-up before the load; none where parts were to be cold
  * @param injectors
  *   injectors that shared the load; empty with a single one
  */
final case class Treatment(
    load: LoadDescription,
    window: Window,
    disturbance: Option[Disturbance] = None,
    intervention: Vector[InterventionStep] = Vector.empty,
    warmUp: Option[WarmUpReading] = None,
    injectors: Vector[InjectorShare] = Vector.empty
)

/** Duration of the warm-up, and what still changed at its end.
  *
  * @param boundSeconds
  *   maximum duration, in seconds
  * @param moving
  *   a clause for each measure that still changed; empty if warm
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

/** Result of a load staircase.
  *
  * @param sustained
  *   last level up to which every level meets the SLO; none where the first misses it
  * @param saturation
  *   level from which more users hardly raise throughput; none if it was not reached
  */
final case class StaircaseReading(
    levels: Vector[LevelReading],
    slo: Slo,
    sustained: Option[LevelReading],
    saturation: Option[LevelReading]
)

object StaircaseReading {

  /** None without levels. */
  def of(levels: Vector[LevelReading], slo: Slo): Option[StaircaseReading] = Option.when(levels.nonEmpty) {
    val knee = Knee.of(levels, slo)
    StaircaseReading(levels, slo, knee.sustained, knee.saturation)
  }
}
