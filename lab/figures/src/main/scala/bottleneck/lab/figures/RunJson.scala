package bottleneck.lab.figures

import bottleneck.lab.figures.statistics.SteadyState.Finding
import bottleneck.lab.figures.statistics.Window
import java.io.IOException
import java.nio.file.{Files, Path}
import java.time.Instant
import scala.util.Try
import scala.util.control.{NoStackTrace, NonFatal}
import ujson.{Arr, Null, Num, Obj, Str, Value}

/** A [[Run]] as flat JSON, `bottleneck/result/2`, which a replay's result.json has, too, with more keys. Read is what
  * comparisons need; what is not known is ignored.
  */
object RunJson {
  val schema = "bottleneck/result/2"
  private val mostMebibytes = 64

  /** Keys in the order of the file, with their meaning. */
  def keys: Vector[(String, String)] = fields.map(field => field.key -> field.about)

  def write(run: Run): String =
    fields
      .map(field => s"  ${ujson.write(Str(field.key))}: ${ujson.write(field.of(run))}")
      .mkString("{\n", ",\n", "\n}\n")

  def read(file: Path): Either[Problem, Run] =
    try
      if (Files.size(file) <= (mostMebibytes.toLong << 20)) parse(Files.readAllBytes(file), file.toString)
      else Left(Problem(s"$file is no result: it has more than $mostMebibytes MiB."))
    catch { case e: IOException => Left(Problem(s"$file cannot be read: $e.")) }

  /** @param name of the file, for the sentence on what is wrong */
  def parse(json: Array[Byte], name: String): Either[Problem, Run] =
    for {
      value <- Try(ujson.read(json)).toEither.left.map(_ => Problem(s"$name is no JSON, or only a part of it."))
      found <- value.objOpt
        .flatMap(_.get("schema"))
        .flatMap(_.strOpt)
        .toRight(Problem(s"$name is no result: it has no schema."))
      _ <- Either.cond(
        found == schema,
        (),
        Problem(s"$name has the schema ${found.take(100)}, and only $schema can be read.")
      )
      run <- Try(run(value)).toEither.left.map(e => Problem(s"$name is damaged at ${e.getMessage}."))
    } yield run

  private final case class Field(key: String, about: String)(val of: Run => Value)

  private val fields: Vector[Field] = Vector(
    Field("schema", s"`$schema`.")(_ => schema),
    Field("simulation", "Its class.")(_.simulation),
    Field("gatling", "Version of Gatling that the log names.")(_.gatling),
    Field("format", "Format of the log, such as `text 3.4–3.12`.")(_.format),
    Field("description", "Description of the run.")(_.description),
    Field("start", "Start in UTC; all times are in ms since then.")(_.start.toString),
    Field("firstMs", "First start of a request, user or group.")(_.firstMs),
    Field("lastMs", "Last end.")(_.lastMs),
    Field(
      "window",
      "Measured window: `fromMs`, `toMs`, and in `steady` the `drift` of its throughput as a part of 1, with `low`, " +
        "`high` and `answer`. Null where there is none."
    )(_.measured.fold[Value](Null)(window)),
    Field(
      "total",
      "All requests: each metric by its name, and its 95 % interval under the name with `Interval` behind it."
    )(run => writeOutcome(run.total)),
    Field("requests", "The same of each request, by group path and name.")(run => outcomes(run.requests)),
    Field("groups", "The same of each group, by its path.")(run => outcomes(run.groups)),
    Field("errors", "By message: `kind`, or null where it is not known, and `count`.")(run =>
      Obj.from(run.failures.map { case Failure(message, kind, count) =>
        message -> Obj("kind" -> kind.fold[Value](Null)(Str(_)), "count" -> number(count))
      })
    ),
    Field("firstFailure", "`atMs`, `request` and `message`, or null.")(_.firstFailure.fold[Value](Null) {
      case FirstFailure(atMs, request, message, _) => Obj("atMs" -> atMs, "request" -> request, "message" -> message)
    }),
    Field("users", "Number of users.")(_.users),
    Field(
      "slots",
      "Parts of the run: begin, end, OK, failed, greatest number of users, and " +
        s"[${Metrics.overTime.map(_.name).mkString(", ")}], right to 0.8 %."
    )(run =>
      Arr.from(run.slots.map { slot =>
        val percentiles = Arr.from(slot.percentiles)
        Arr(slot.fromMs, slot.toMs, number(slot.ok), number(slot.ko), slot.users, percentiles)
      })
    ),
    Field("curve", "Percentiles of all requests: [percentile, ms].")(run =>
      Arr.from(run.curve.map { case (percentile, ms) => Arr(percentile, ms) })
    ),
    Field("checks", "What to know before the figures: `name`, `passed`, `sentence`.")(run =>
      Arr.from(run.checks.map { case Check(name, passed, sentence, _, _) =>
        Obj("name" -> name, "passed" -> passed, "sentence" -> sentence)
      })
    )
  )

  private def number(count: Long): Num = Num(count.toDouble)

  private def window(of: Measured): Obj = {
    val steady = of.steady.fold[Value](Null) { state =>
      val answer = if (state.answer == Finding.CannotTell) "undecided" else state.answer.toString.toLowerCase
      Obj("drift" -> state.drift, "low" -> state.low, "high" -> state.high, "answer" -> answer)
    }
    Obj("fromMs" -> of.window.fromMs, "toMs" -> of.window.toMs, "steady" -> steady)
  }

  private def outcomes(all: Vector[(String, Outcome)]): Obj =
    Obj.from(all.map { case (name, each) => name -> writeOutcome(each) })

  private[lab] def writeOutcome(of: Outcome): Value = {
    val values = for {
      metric <- Metrics.all ++ Metrics.koTimes
      estimate <- metric.of(of).toVector
      interval = estimate.interval.map { case (low, high) => s"${metric.name}Interval" -> Arr(low, high) }
      field <- (metric.name -> Num(estimate.value)) +: interval.toVector
    } yield field
    val errors = Obj.from(of.errors.map { case (message, times) => message -> number(times) })
    Obj.from(values ++ Option.when(of.errors.nonEmpty)("errors" -> errors))
  }

  private final class BadValue(place: String) extends RuntimeException(place) with NoStackTrace

  /** Value of a key, or null. Whatever `read` throws, the exception names the place. */
  private def at[A](json: Value, key: String)(read: Value => A): A = placed(key)(read(json.obj.getOrElse(key, Null)))

  private def placed[A](key: String)(read: => A): A = try read
  catch {
    case inner: BadValue => throw new BadValue(s"$key: ${inner.getMessage}")
    case NonFatal(_) => throw new BadValue(key)
  }

  private def option[A](read: Value => A)(json: Value): Option[A] = Option.when(!json.isNull)(read(json))

  private def double(json: Value): Double = {
    require(java.lang.Double.isFinite(json.num))
    json.num
  }

  private def count(json: Value): Long = {
    require(json.num >= 0 && json.num == math.rint(double(json)))
    json.num.toLong
  }

  private def int(json: Value): Int = math.toIntExact(count(json))

  /** Of a replay, too, which has no more than its window. */
  private def run(json: Value): Run = {
    val window = at(json, "window")(option(of => Window(at(of, "fromMs")(int), at(of, "toMs")(int))))
    Run(
      at(json, "simulation")(_.str),
      at(json, "gatling")(_.str),
      at(json, "format")(option(_.str)).getOrElse(""),
      at(json, "description")(option(_.str)).getOrElse(""),
      at(json, "start")(time => Instant.parse(time.str)),
      at(json, "firstMs")(option(int)).orElse(window.map(_.fromMs)).getOrElse(0),
      at(json, "lastMs")(option(int)).orElse(window.map(_.toMs)).getOrElse(0),
      window.map(Measured(_, None)),
      at(json, "total")(readOutcome),
      at(json, "requests")(readOutcomes),
      at(json, "groups")(option(readOutcomes)).getOrElse(Vector.empty),
      Vector.empty,
      None,
      at(json, "users")(option(int)).getOrElse(0),
      Vector.empty,
      Vector.empty,
      at(json, "checks")(_.arr.toVector.zipWithIndex.map { case (check, n) =>
        placed(n.toString)(Check(at(check, "name")(_.str), at(check, "passed")(_.bool), at(check, "sentence")(_.str)))
      })
    )
  }

  private def readOutcomes(json: Value): Vector[(String, Outcome)] =
    json.obj.toVector.map { case (name, each) => name -> placed(name)(readOutcome(each)) }

  private[lab] def readOutcome(json: Value): Outcome = {
    val values = for {
      metric <- Metrics.values ++ Metrics.koTimes
      value <- at(json, metric.name)(option(double)).toVector
    } yield {
      val interval = at(json, s"${metric.name}Interval")(option(pair => (double(pair(0)), double(pair(1)))))
      metric.name -> Estimate(value, interval)
    }
    Outcome(
      at(json, Metrics.ok.name)(count),
      at(json, Metrics.ko.name)(count),
      values.toMap,
      at(json, "errors")(option(_.obj.map { case (message, times) => message -> count(times) }.toMap))
        .getOrElse(Map.empty)
    )
  }
}
