package bottleneck.lab.figures.record

import bottleneck.lab.figures.json.{RunCodec, RunJson}
import bottleneck.lab.figures.preparation.Preparation
import bottleneck.lab.figures.reading._
import bottleneck.lab.figures.series.{PartFigures, PartMetrics}
import bottleneck.lab.figures.statistics.{Interval, Window}
import bottleneck.lab.figures.target.{Installed, Step}
import bottleneck.lab.figures.theory.Limit
import bottleneck.lab.figures._
import java.time.Instant
import scala.collection.immutable.ListMap
import scala.util.Try
import upickle.implicits.{flatten, key}

/** All that is known of one run: the content of its result.json, whose keys are those of a
  * [[bottleneck.lab.figures.Run]] and more. First what it was, `installed` none for a target that the lab did not
  * start; `warmUp` is none where parts were to be cold, `injectors` empty with a single one. Then measurements in the
  * `window`, of the whole run as Gatling's own report has it, and of one kind of load: `interval` is of the throughput,
  * `stalls` are the longest times in ms, by request, in which some waited and none was answered OK, `handledMs` those
  * that the service's threads took for a burst's requests answered with 200, by their start, where Tomcat's access log
  * is on, `order` has the requests by the second in which they were sent, where the run's expectation asks for it. Last
  * references: `efficiency` is measured ÷ predicted throughput, of the slices of each cycle where the run was by turns.
  */
final case class Result(
    @flatten run: RunDescription,
    gatling: String,
    machine: Host,
    installed: Option[Installed],
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
    prediction: Option[Limit] = None,
    efficiency: Option[Double] = None,
    published: Option[PublishedFigures] = None,
    demand: Option[Demand] = None,
    shared: Option[SharedRun] = None,
    checks: Vector[Check]
) {

  def rate: String = Numbers.rate(total.throughput)

  /** Throughput of the window per second, with its interval, as a text. */
  def measured: String = interval.fold(Numbers.plain(total.throughput)) { of =>
    // the seconds of slices are not all of the same weight
    Numbers.interval(if (load.inSlices) of.copy(mean = total.throughput) else of)
  }

  /** Predicted throughput per second, without its interval, as a text. */
  def predicted: String = prediction.fold(Numbers.none)(limit => Numbers.plain(limit.perSecond))

  /** Measured ÷ predicted with its interval, where the run has one of pairs. */
  def pairedEfficiency: Option[Estimate] = for {
    value <- efficiency if load.inSlices
    limit <- prediction if limit.isOfCores
    (low, high) <- limit.interval
  } yield Estimate(value, Some((value * limit.perSecond / high, value * limit.perSecond / low)))

  /** Measured ÷ predicted as a text, with its interval where it is one of pairs. */
  def efficiencyText: String = efficiency.fold(Numbers.none) { value =>
    val text = Numbers.fixed(value, 3)
    pairedEfficiency.flatMap(_.interval).fold(text) { case (low, high) =>
      s"$text (${Numbers.fixed(low, 3)} to ${Numbers.fixed(high, 3)})"
    }
  }

  /** Response time of the window's OK responses, as a text. */
  def latency(of: Latency => Double): String =
    total.latencyMs.fold(Numbers.none)(latency => Numbers.millis(of(latency)))

  def soundness: Soundness = Soundness.of(checks)

  def sound: Boolean = soundness == Soundness.Sound

  /** True if the run has no structural fault; it may be disturbed. */
  def valid: Boolean = soundness match {
    case Soundness.Invalid(_) => false
    case Soundness.Disturbed(_) | Soundness.Sound => true
  }

  def isDisturbed: Boolean = valid && !sound

  def objections: Vector[String] = sentences(!_.passed)

  def undecided: Vector[String] = sentences(_.holds.isEmpty)

  /** True if the throughput lies outside the interval of its prediction. */
  def missesPrediction: Boolean =
    efficiency.isDefined && prediction.flatMap(_.contains(total.throughput)).contains(false)

  /** Soundness, and whether a check could not tell or the prediction is missed, in words. */
  def state: String = (soundness.name +: Vector(
    Option.when(missesPrediction)("prediction missed"),
    Option.when(undecided.nonEmpty)("undecided")
  ).flatten).mkString("; ")

  private def sentences(which: Check => Boolean): Vector[String] =
    checks.filter(which).map(check => s"${check.name}: ${check.sentence}")
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
    @key("start") startedAt: String,
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

/** A [[Result]] as JSON. */
object ResultJson extends RecordJson with RunCodec {
  implicit private val interval: ReadWriter[Interval] = macroRW
  implicit private val target: ReadWriter[TargetDescription] = macroRW
  implicit private val load: ReadWriter[LoadDescription] = macroRW
  implicit private val figures: ReadWriter[PartFigures] = readwriter[Map[String, Double]].bimap(
    of => ListMap.from(PartMetrics.all.flatMap(metric => of(metric).map(metric.name -> _))),
    PartFigures(_)
  )
  implicit private val published: ReadWriter[PublishedFigures] = macroRW
  implicit private val demand: ReadWriter[Demand] = macroRW
  implicit private val burst: ReadWriter[BurstTimes] = macroRW
  implicit private val disturbance: ReadWriter[Disturbance] = macroRW
  implicit private val balanced: ReadWriter[BalancedServer] = macroRW
  implicit private val balancing: ReadWriter[BalancerReading] = macroRW
  implicit private val sent: ReadWriter[Sent] = macroRW
  implicit private val order: ReadWriter[SentSeconds] = macroRW
  implicit private val slo: ReadWriter[Slo] = macroRW
  implicit private val level: ReadWriter[LevelReading] = macroRW
  implicit private val staircase: ReadWriter[StaircaseReading] = macroRW
  implicit private val gap: ReadWriter[GeneratorGap] = macroRW
  implicit private val step: ReadWriter[InterventionStep] = macroRW
  implicit private val result: ReadWriter[Result] = macroRW

  def render(value: Result): String = ujson.write(complete(value), indent = 2) + "\n"

  /** The same without a line break, for files with a result in each line. */
  def line(value: Result): String = ujson.write(complete(value))

  /** With the schema, and with what follows from the checks for other readers: here it is derived again. */
  private def complete(value: Result): ujson.Obj = {
    val fields = writeJs(value).obj.toVector.flatMap {
      case checks @ ("checks", _) =>
        Vector(checks, "soundness" -> ujson.Str(value.soundness.name), "valid" -> ujson.Bool(value.valid))
      case field => Vector(field)
    }
    withSchema(RunJson.schema, ujson.Obj.from(fields))
  }

  def parse(text: String): Either[Problem, Result] = ofSchema(text, RunJson.schema)(read[Result](_))
}
