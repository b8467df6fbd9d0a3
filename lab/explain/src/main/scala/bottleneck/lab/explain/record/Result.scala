package bottleneck.lab.explain.record

import bottleneck.lab.explain.preparation.Preparation
import bottleneck.lab.explain.published.PublishedFigures
import bottleneck.lab.explain.statistics.{BurstTimes, FirstFailure, GeneratorGap, Interval, Knee, LevelReading, Outcome, SentSeconds, Slo}
import bottleneck.lab.explain.theory.Prediction
import java.util.Locale
import upickle.implicits.flatten

/** All that is known of one run: the content of its result.json, which has the fields of parts marked `flatten` as its
  * own.
  */
final case class Result(
    run: RunDescription,
    machine: Machine,
    target: TargetDescription,
    @flatten treatment: Treatment,
    @flatten measured: Measured,
    server: Server,
    @flatten expected: Expected,
    validity: Vector[Check]
) {
  def load: LoadDescription = treatment.load

  /** The window's outcome, over all requests. */
  def total: Outcome = measured.total

  def soundness: Soundness = Soundness.of(validity)

  /** Whether no check failed. */
  def sound: Boolean = soundness == Soundness.Sound

  /** Whether the run has no structural fault; it may be disturbed. */
  def valid: Boolean = soundness match {
    case Soundness.Invalid(_) => false
    case Soundness.Disturbed(_) | Soundness.Sound => true
  }

  def isDisturbed: Boolean = valid && !sound

  /** Why the run is not sound; empty for a sound one. */
  def objections: Vector[String] = told(!_.ok)

  /** What the run could not tell. */
  def undecided: Vector[String] = told(_.outcome == Check.State.CannotTell)

  private def told(which: Check => Boolean): Vector[String] =
    validity.filter(which).map(check => s"${check.check}: ${check.detail}")
}

object Result {
  val schema = "bottleneck/result/1"
}

/** What the logs of a run show.
  *
  * @param requests
  *   the window's, by request name
  * @param total
  *   the window's, over all requests
  * @param wholeRun
  *   the same over the whole run, as Gatling's own report has it
  * @param interval
  *   of the window's throughput, in requests/s; none when the window is too short for one
  * @param stalls
  *   of the window, by the name of the request: the longest time in which some waited and none was answered OK, in
  *   milliseconds
  * @param firstFailure
  *   of the whole run; none where no request failed
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

/** What loads of one kind show.
  *
  * @param burst
  *   of a burst
  * @param handledMs
  *   of a burst: for how long a thread of the service worked on each request that it answered with 200, in
  *   milliseconds, in the order in which it began with them; empty unless the target's properties ask for Tomcat's
  *   access log
  * @param staircase
  *   of a load staircase
  * @param order
  *   requests by the second in which they were sent, where the run's expectation asks for it
  * @param generatorGap
  *   of a closed load
  */
final case class LoadReadings(
    burst: Option[BurstTimes] = None,
    handledMs: Vector[Int] = Vector.empty,
    staircase: Option[StaircaseReading] = None,
    order: Option[SentSeconds] = None,
    generatorGap: Option[GeneratorGap] = None
)

/** What the measured throughput is compared with.
  *
  * @param efficiency
  *   throughput of the window ÷ prediction
  * @param demand
  *   none where no paces came before the load, or they do not tell
  */
final case class Expected(
    prediction: Option[Prediction] = None,
    efficiency: Option[Double] = None,
    published: Option[PublishedFigures] = None,
    demand: Option[Demand] = None
)

/** What the target was put under.
  *
  * @param window
  *   the part of the load that is judged
  * @param disturbance
  *   where other users made a part of the target busy
  * @param intervention
  *   what the lab did to the target under load, step by step; empty where it was left alone
  * @param warmUp
  *   before the load; none where parts were to be cold
  * @param injectors
  *   that sent the load together; empty where one sent all
  */
final case class Treatment(
    load: LoadDescription,
    window: WindowBounds,
    disturbance: Option[Disturbance] = None,
    intervention: Vector[InterventionStep] = Vector.empty,
    warmUp: Option[WarmUpReading] = None,
    injectors: Vector[InjectorShare] = Vector.empty
)

/** How long the warm-up took, and what still changed when it ended.
  *
  * @param boundSeconds
  *   how long it might take
  * @param moving
  *   a clause each; empty where all was warm
  */
final case class WarmUpReading(seconds: Double, boundSeconds: Double, moving: Vector[String]) {
  def text: String =
    if (moving.isEmpty) "warm after %.0f s".formatLocal(Locale.ROOT, seconds)
    else s"${"not warm after %.0f s".formatLocal(Locale.ROOT, seconds)}: ${moving.mkString("; ")}"
}

object WarmUpReading {
  def of(preparation: Preparation): WarmUpReading =
    WarmUpReading(preparation.warmUpSeconds, preparation.boundMs / 1000.0, preparation.warmth.moving)
}

/** What a load staircase found.
  *
  * @param sustained
  *   the last level such that it and all before it meet the SLO; none where the first already misses it
  * @param saturation
  *   the level from which more users bring hardly more throughput; none where the staircase never got there
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
    val byUsers = levels.map(reading => reading.users.toDouble -> reading).toMap
    val knee = Knee.of(levels.map(_.level), slo)
    StaircaseReading(
      levels,
      slo,
      knee.sustained.flatMap(level => byUsers.get(level.load)),
      knee.saturation.flatMap(level => byUsers.get(level.load))
    )
  }
}
