package bottleneck.lab.explain.record

import bottleneck.lab.statistics.{Interval, Window}
import bottleneck.lab.explain.json.Json
import bottleneck.lab.explain.published.PublishedFigures
import bottleneck.lab.explain.series.{PartFigures, PartMetrics}
import bottleneck.lab.explain.statistics._
import bottleneck.lab.explain.theory.Prediction
import bottleneck.lab.target.CpuLimits
import scala.collection.immutable.ListMap

/** Reason why a result.json cannot be used. */
sealed abstract class ResultError(val message: String)

object ResultError {
  final case class OtherSchema(found: String)
      extends ResultError(s"its schema is '$found' but only '${Result.schema}' is understood")

  final case class Unreadable(reason: String) extends ResultError(s"it cannot be read: $reason")

  final case class Damaged(reason: String) extends ResultError(s"it is damaged: $reason")
}

/** A [[Result]] as JSON. */
object ResultJson extends Json {

  implicit private val latency: ReadWriter[Latency] = macroRW
  implicit private val outcome: ReadWriter[Outcome] = macroRW
  implicit private val interval: ReadWriter[Interval] = macroRW
  implicit private val prediction: ReadWriter[Prediction] = macroRW
  implicit private val factor: ReadWriter[Factor] = macroRW
  implicit private val run: ReadWriter[RunDescription] = macroRW
  implicit private val machine: ReadWriter[Machine] = macroRW
  implicit private val cpuLimits: ReadWriter[CpuLimits] = macroRW
  implicit private val balancer: ReadWriter[BalancerDescription] = macroRW
  implicit private val cache: ReadWriter[CacheDescription] = macroRW
  implicit private val target: ReadWriter[TargetDescription] = macroRW
  implicit private val load: ReadWriter[LoadDescription] = macroRW
  implicit private val window: ReadWriter[Window] = macroRW
  implicit private val figures: ReadWriter[PartFigures] = readwriter[Map[String, Double]].bimap(
    of => ListMap.from(PartMetrics.all.flatMap(metric => of(metric).map(metric.name -> _))),
    PartFigures(_)
  )
  implicit private val published: ReadWriter[PublishedFigures] = macroRW
  implicit private val check: ReadWriter[Check] = macroRW
  implicit private val demand: ReadWriter[Demand] = macroRW
  implicit private val warmUp: ReadWriter[WarmUpReading] = macroRW
  implicit private val burst: ReadWriter[BurstTimes] = macroRW
  implicit private val disturbance: ReadWriter[Disturbance] = macroRW
  implicit private val balanced: ReadWriter[BalancedServer] = macroRW
  implicit private val balancing: ReadWriter[BalancerReading] = macroRW
  implicit private val sent: ReadWriter[Sent] = macroRW
  implicit private val order: ReadWriter[SentSeconds] = macroRW
  implicit private val slo: ReadWriter[Slo] = macroRW
  implicit private val level: ReadWriter[LevelReading] = macroRW
  implicit private val staircase: ReadWriter[StaircaseReading] = macroRW
  implicit private val firstFailure: ReadWriter[FirstFailure] = macroRW
  implicit private val gap: ReadWriter[GeneratorGap] = macroRW
  implicit private val sentShare: ReadWriter[SentShare] = macroRW
  implicit private val injector: ReadWriter[InjectorShare] = macroRW
  implicit private val step: ReadWriter[InterventionStep] = macroRW
  implicit private val result: ReadWriter[Result] = macroRW

  def render(value: Result): String = ujson.write(complete(value), indent = 2) + "\n"

  /** The same without a line break, for files with a result in each line. */
  def line(value: Result): String = ujson.write(complete(value))

  /** With the schema, and with what follows from the checks for other readers: here it is derived again. */
  private def complete(value: Result): ujson.Obj = {
    val fields = writeJs(value).obj.toVector.flatMap {
      case checks @ ("validity", _) =>
        Vector(checks, "soundness" -> ujson.Str(value.soundness.name), "valid" -> ujson.Bool(value.valid))
      case field => Vector(field)
    }
    ujson.Obj.from(("schema" -> ujson.Str(Result.schema)) +: fields)
  }

  def parse(text: String): Either[ResultError, Result] = for {
    json <- attempt(ujson.read(text))
    schema <- attempt(json("schema").str)
    _ <- Either.cond(schema == Result.schema, (), ResultError.OtherSchema(schema))
    value <- attempt(read[Result](json))
  } yield value

  private def attempt[A](action: => A): Either[ResultError, A] =
    caught(action).left.map(ResultError.Damaged(_))
}
