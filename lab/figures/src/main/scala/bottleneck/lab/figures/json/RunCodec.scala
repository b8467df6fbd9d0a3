package bottleneck.lab.figures.json

import bottleneck.lab.figures._
import bottleneck.lab.figures.statistics.Window
import scala.util.control.{NoStackTrace, NonFatal}
import ujson.{Arr, Null, Num, Obj, Value}

/** Codecs of what every run has, explained or replayed. The JSON of an outcome has each metric by its name, and its
  * interval under the name with `Interval` behind it.
  */
private[lab] trait RunCodec extends Json {
  import RunCodec._

  implicit protected val outcome: ReadWriter[Outcome] = readwriter[Value].bimap[Outcome](writeOutcome, readOutcome)
  implicit protected val window: ReadWriter[Window] = macroRW
  implicit protected val check: ReadWriter[Check] = macroRW
  implicit protected val firstFailure: ReadWriter[FirstFailure] = macroRW
}

private[lab] object RunCodec {

  /** A value that cannot be read, by the keys that lead to it. */
  final class BadValue(place: String) extends RuntimeException(place) with NoStackTrace

  def placed[A](key: String)(read: => A): A = try read
  catch {
    case inner: BadValue => throw new BadValue(s"$key: ${inner.getMessage}")
    case NonFatal(_) => throw new BadValue(key)
  }

  def finite(json: Value): Double = {
    require(java.lang.Double.isFinite(json.num))
    json.num
  }

  def count(json: Value): Long = {
    require(json.num >= 0 && json.num == math.rint(finite(json)))
    json.num.toLong
  }

  private def writeOutcome(of: Outcome): Value = {
    val values = for {
      metric <- Metrics.all ++ Metrics.koTimes
      estimate <- metric.of(of).toVector
      interval = estimate.interval.map { case (low, high) => s"${metric.name}Interval" -> Arr(low, high) }
      field <- (metric.name -> Num(estimate.value)) +: interval.toVector
    } yield field
    val errors = Obj.from(of.errors.map { case (message, times) => message -> Num(times.toDouble) })
    Obj.from(values ++ Option.when(of.errors.nonEmpty)("errors" -> errors))
  }

  private def readOutcome(json: Value): Outcome = {
    def at[A](key: String)(read: Value => A): A = placed(key)(read(json.obj.getOrElse(key, Null)))
    def option[A](key: String)(read: Value => A): Option[A] =
      at(key)(value => Option.when(!value.isNull)(read(value)))
    val values = for {
      metric <- Metrics.values ++ Metrics.koTimes
      value <- option(metric.name)(finite).toVector
    } yield metric.name ->
      Estimate(value, option(s"${metric.name}Interval")(pair => (finite(pair(0)), finite(pair(1)))))
    val errors = option("errors")(_.obj.map { case (message, times) => message -> count(times) }.toMap)
    Outcome(at(Metrics.ok.name)(count), at(Metrics.ko.name)(count), values.toMap, errors.getOrElse(Map.empty))
  }
}
