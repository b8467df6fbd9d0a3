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
  def undecided: Vector[String] = told(_.holds.isEmpty)

  private def told(which: Check => Boolean): Vector[String] =
    validity.filter(which).map(check => s"${check.check}: ${check.detail}")
}

object Result {
  val schema = "bottleneck/replay/2"
}

/** Measurements from the logs of a run: outcomes in the window, by request and of all, and that of the whole run, as
  * Gatling's own report has it. `interval` is of the window's throughput, none if it is too short; `stalls` are the
  * longest times in ms, by request, in which some waited and none was answered OK.
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

/** Measurements specific to one kind of load. `handledMs` are the times that the service's threads took for a burst's
  * requests answered with 200, by their start, where Tomcat's access log is on; `order` has the requests by the second
  * in which they were sent, where the run's expectation asks for it.
  */
final case class LoadReadings(
    burst: Option[BurstTimes] = None,
    handledMs: Vector[Int] = Vector.empty,
    staircase: Option[StaircaseReading] = None,
    order: Option[SentSeconds] = None,
    generatorGap: Option[GeneratorGap] = None
)

/** References for the measured throughput; `efficiency` is measured ÷ predicted. No demand without paced loads that
  * allow a fit.
  */
final case class Expected(
    prediction: Option[Prediction] = None,
    efficiency: Option[Double] = None,
    published: Option[PublishedFigures] = None,
    demand: Option[Demand] = None
)

/** Conditions that the target was exposed to, and the judged `window`; `warmUp` is none where parts were to be cold,
  * `injectors` empty with a single one.
  */
final case class Treatment(
    load: LoadDescription,
    window: Window,
    disturbance: Option[Disturbance] = None,
    intervention: Vector[InterventionStep] = Vector.empty,
    warmUp: Option[WarmUpReading] = None,
    injectors: Vector[InjectorShare] = Vector.empty
)

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

/** Result of a load staircase, with its [[Knee]]. */
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
