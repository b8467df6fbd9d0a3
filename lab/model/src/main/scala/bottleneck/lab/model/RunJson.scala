package bottleneck.lab.model

import bottleneck.lab.statistics.SteadyState.Finding
import bottleneck.lab.statistics.{SteadyState, Window}
import java.io.IOException
import java.nio.file.{Files, Path}
import java.time.Instant
import scala.util.Try
import scala.util.control.{NoStackTrace, NonFatal}
import ujson.{Arr, Bool, Null, Num, Obj, Str, Value}

/** A [[Run]] as flat JSON, `bottleneck/result/2`: requests and groups by group path and name, errors by message, times
  * in ms; beside an exact value its `…Interval`, where it has a 95 % one.
  *
  * `metrics` are those of all requests, for other readers: this one ignores them, and whatever it does not know.
  */
object RunJson {
  val schema = "bottleneck/result/2"
  private val mostMebibytes = 64

  /** Keys in a fixed order, each on a line. */
  def write(run: Run): String = {
    val lines = whole.write(run).obj.map { case (key, value) => s"  ${ujson.write(Str(key))}: ${ujson.write(value)}" }
    lines.mkString("{\n", ",\n", "\n}\n")
  }

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
      run <- Try(whole.read(value)).toEither.left.map(e => Problem(s"$name is damaged at ${e.getMessage}."))
    } yield run

  private final class Damage(place: String) extends RuntimeException(place) with NoStackTrace

  private def at[A](key: String)(read: => A): A = try read
  catch {
    case inner: Damage => throw new Damage(s"$key: ${inner.getMessage}")
    case NonFatal(_) => throw new Damage(key)
  }

  /** Both directions of a part of an object. */
  private trait Field[A] {
    def put(key: String, value: A): Vector[(String, Value)]
    def take(key: String, from: Value): A
  }

  /** Both directions of a type; `read` throws what it likes. */
  private final case class Codec[A](write: A => Value, read: Value => A) extends Field[A] {
    def put(key: String, value: A): Vector[(String, Value)] = Vector(key -> write(value))
    def take(key: String, from: Value): A = at(key)(read(from.obj.getOrElse(key, Null)))
  }

  /** Both directions of a class field by field; `F` makes it from those that are still missing. */
  private final case class Fields[A, F](keys: Vector[String], write: A => Vector[(String, Value)], read: Value => F) {

    /** A field that is not read. */
    def shown(key: String)(of: A => Value): Fields[A, F] = copy(write = (value: A) => write(value) :+ key -> of(value))
  }

  private final class Record[A] {
    def apply[F](make: F): Fields[A, F] = Fields(Vector.empty, _ => Vector.empty, _ => make)
  }

  private def record[A]: Record[A] = new Record[A]

  implicit private class NextField[A, B, C](fields: Fields[A, B => C]) {
    def field(key: String, of: Field[B])(get: A => B): Fields[A, C] = Fields(
      fields.keys :+ key,
      value => fields.write(value) ++ of.put(key, get(value)),
      json => fields.read(json)(of.take(key, json))
    )
  }

  implicit private class AllFields[A](fields: Fields[A, A]) {
    def inObject: Codec[A] = Codec(value => Obj.from(fields.write(value)), fields.read)

    /** Values alone; a new field goes to the end. */
    def inList: Codec[A] =
      Codec(value => Arr.from(fields.write(value).map(_._2)), json => fields.read(Obj.from(fields.keys.zip(json.arr))))
  }

  private def number(json: Value, isWhole: Boolean): Double = {
    val value = json.num
    require(java.lang.Double.isFinite(value) && (!isWhole || value >= 0 && value == math.rint(value)))
    value
  }

  private val double = Codec[Double](Num(_), number(_, isWhole = false))
  private val count = Codec[Long](value => Num(value.toDouble), number(_, isWhole = true).toLong)
  private val int = Codec[Int](value => Num(value.toDouble), json => math.toIntExact(count.read(json)))
  private val text = Codec[String](Str(_), _.str)
  private val flag = Codec[Boolean](Bool(_), _.bool)
  private val instant = Codec[Instant](time => Str(time.toString), json => Instant.parse(json.str))

  private def option[A](of: Codec[A]): Codec[Option[A]] =
    Codec(_.fold[Value](Null)(of.write), json => Option.when(!json.isNull)(of.read(json)))

  private def list[A](of: Codec[A]): Codec[Vector[A]] = Codec(
    all => Arr.from(all.map(of.write)),
    _.arr.toVector.zipWithIndex.map { case (json, i) => at(i.toString)(of.read(json)) }
  )

  private def keyed[A](of: Codec[A]): Codec[Vector[(String, A)]] = Codec(
    all => Obj.from(all.map { case (key, value) => key -> of.write(value) }),
    _.obj.toVector.map { case (key, json) => key -> at(key)(of.read(json)) }
  )

  private val pair = Codec[(Double, Double)](
    { case (one, two) => Arr(one, two) },
    json => (double.read(json(0)), double.read(json(1)))
  )
  private val triple = Codec[(Double, Double, Double)](
    { case (one, two, three) => Arr(one, two, three) },
    json => (double.read(json(0)), double.read(json(1)), double.read(json(2)))
  )

  private val perhaps = new Field[Option[Estimate]] {
    def put(key: String, value: Option[Estimate]): Vector[(String, Value)] =
      option(double).put(key, value.map(_.value)) ++
        value.flatMap(_.interval).toVector.flatMap(pair.put(s"${key}Interval", _))
    def take(key: String, from: Value): Option[Estimate] =
      option(double).take(key, from).map(Estimate(_, option(pair).take(s"${key}Interval", from)))
  }

  private val estimate = new Field[Estimate] {
    def put(key: String, value: Estimate): Vector[(String, Value)] = perhaps.put(key, Some(value))
    def take(key: String, from: Value): Estimate =
      Estimate(double.take(key, from), perhaps.take(key, from).flatMap(_.interval))
  }

  private val latency = record[Latency]((Latency.apply _).curried)
    .field("min", estimate)(_.min)
    .field("mean", estimate)(_.mean)
    .field("sd", estimate)(_.sd)
    .field("p50", estimate)(_.p50)
    .field("p75", estimate)(_.p75)
    .field("p90", estimate)(_.p90)
    .field("p95", estimate)(_.p95)
    .field("p99", estimate)(_.p99)
    .field("p999", estimate)(_.p999)
    .field("max", estimate)(_.max)
    .inObject

  private val outcome = record[Outcome]((Outcome.apply _).curried)
    .field("ok", count)(_.ok)
    .field("ko", count)(_.ko)
    .field("latency", option(latency))(_.latency)
    .field("latencyOk", option(latency))(_.okLatency)
    .field("latencyKo", option(latency))(_.koLatency)
    .field("throughput", perhaps)(_.throughput)
    .field("throughputRun", perhaps)(_.runThroughput)
    .inObject

  private val steady = record[SteadyState]((SteadyState.apply _).curried)
    .field("drift", double)(_.drift)
    .field("low", double)(_.low)
    .field("high", double)(_.high)
    .shown("answer")(state =>
      Str(if (state.answer == Finding.CannotTell) "undecided" else state.answer.toString.toLowerCase)
    )
    .inObject

  private val window = ((from: Int, to: Int, steady: Option[SteadyState]) => Measured(Window(from, to), steady)).curried

  private val measured = record[Measured](window)
    .field("fromMs", int)(_.window.fromMs)
    .field("toMs", int)(_.window.toMs)
    .field("steady", option(steady))(_.steady)
    .inObject

  private val failure = record[Failure]((kind: Option[String]) => Failure("", kind, _: Long))
    .field("kind", option(text))(_.kind)
    .field("count", count)(_.count)
    .inObject

  private val failures = Codec[Vector[Failure]](
    all => keyed(failure).write(all.map(failure => failure.message -> failure)),
    keyed(failure).read(_).map { case (message, failure) => failure.copy(message = message) }
  )

  private val firstFailure = record[FirstFailure]((FirstFailure.apply _).curried)
    .field("atMs", int)(_.atMs)
    .field("request", text)(_.request)
    .field("message", text)(_.message)
    .inObject

  private val slot = record[Slot]((Slot.apply _).curried)
    .field("fromMs", int)(_.fromMs)
    .field("toMs", int)(_.toMs)
    .field("ok", count)(_.ok)
    .field("ko", count)(_.ko)
    .field("users", int)(_.users)
    .field("percentiles", option(triple))(_.percentiles)
    .inList

  private val check = record[Check]((Check.apply _).curried)
    .field("name", text)(_.name)
    .field("passed", flag)(_.passed)
    .field("sentence", text)(_.sentence)
    .inObject

  private def metrics(total: Outcome): Obj = Obj.from(Metrics.all.flatMap { metric =>
    metric.of(total).map { estimate =>
      val (low, high) =
        estimate.interval.fold[(Value, Value)]((Null, Null)) { case (low, high) => (Num(low), Num(high)) }
      metric.name -> Obj("value" -> estimate.value, "low" -> low, "high" -> high, "unit" -> metric.quantity.unit)
    }
  })

  private val whole = record[Run]((Run.apply _).curried)
    .shown("schema")(_ => Str(schema))
    .field("simulation", text)(_.simulation)
    .field("gatling", text)(_.gatling)
    .field("format", text)(_.format)
    .field("description", text)(_.description)
    .field("start", instant)(_.start)
    .field("firstMs", int)(_.firstMs)
    .field("lastMs", int)(_.lastMs)
    .field("window", option(measured))(_.measured)
    .shown("metrics")(run => metrics(run.total))
    .field("total", outcome)(_.total)
    .field("requests", keyed(outcome))(_.requests)
    .field("groups", keyed(outcome))(_.groups)
    .field("errors", failures)(_.failures)
    .field("firstFailure", option(firstFailure))(_.firstFailure)
    .field("users", int)(_.users)
    .field("slots", list(slot))(_.slots)
    .field("curve", list(pair))(_.curve)
    .field("checks", list(check))(_.checks)
    .inObject
}
