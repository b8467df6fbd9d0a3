package bottleneck.lab.model

import bottleneck.lab.statistics.{SteadyState, Window}
import java.io.IOException
import java.nio.file.{Files, Path}
import java.time.Instant
import scala.util.Try
import scala.util.control.NoStackTrace
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
  def write(run: Run): String =
    whole
      .write(run)
      .obj
      .map { case (key, value) => s"  ${ujson.write(Str(key))}: ${ujson.write(value)}" }
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
      _ <- value.objOpt.flatMap(_.get("schema")) match {
        case Some(Str(`schema`)) => Right(value)
        case Some(other) => Left(Problem(s"$name has the schema ${ujson.write(other).take(100)}, and not $schema."))
        case None => Left(Problem(s"$name is no result: it has no schema."))
      }
      run <- Try(whole.read(new Place("", value))).toEither.left.map(e =>
        Problem(s"$name is damaged: ${e.getMessage}.")
      )
    } yield run

  private final class Damage(sentence: String) extends RuntimeException(sentence) with NoStackTrace

  /** A value, and its path for the sentence on what is wrong with it. */
  private final class Place(val path: String, val value: Value) {
    def apply(key: String): Place =
      new Place(if (path.isEmpty) key else s"$path.$key", value.objOpt.flatMap(_.get(key)).getOrElse(Null))

    def is[A](what: String)(found: Option[A]): A = found.getOrElse(throw new Damage(s"$path must be $what"))
  }

  /** Both directions of a part of an object. */
  private trait Field[A] {
    def put(key: String, value: A): Vector[(String, Value)]
    def take(key: String, from: Place): A
  }

  /** Both directions of a type. */
  private final case class Codec[A](write: A => Value, read: Place => A) extends Field[A] {
    def put(key: String, value: A): Vector[(String, Value)] = Vector(key -> write(value))
    def take(key: String, from: Place): A = read(from(key))
  }

  /** Both directions of a class field by field; `F` makes it from those that are still missing. */
  private final case class Fields[A, F](keys: Vector[String], write: A => Vector[(String, Value)], read: Place => F) {

    /** A field that is not read. */
    def shown(key: String)(of: A => Value): Fields[A, F] = copy(write = (value: A) => write(value) :+ key -> of(value))
  }

  private final class Record[A] {
    def apply[F](make: F): Fields[A, F] = Fields(Vector.empty, _ => Vector.empty, _ => make)
  }

  private def record[A]: Record[A] = new Record[A]

  implicit private class NextField[A, B, C](fields: Fields[A, B => C]) {
    def field(key: String, of: Field[B])(get: A => B): Fields[A, C] =
      Fields(
        fields.keys :+ key,
        value => fields.write(value) ++ of.put(key, get(value)),
        at => fields.read(at)(of.take(key, at))
      )
  }

  implicit private class AllFields[A](fields: Fields[A, A]) {
    def inObject: Codec[A] = Codec(value => Obj.from(fields.write(value)), fields.read)

    /** Values alone; a new field goes to the end. */
    def inList: Codec[A] = Codec(
      value => Arr.from(fields.write(value).map(_._2)),
      at => fields.read(new Place(at.path, Obj.from(fields.keys.zip(at.is("a list")(at.value.arrOpt)))))
    )
  }

  private def number[A](what: String, write: A => Double)(read: Double => A): Codec[A] = Codec(
    value => Num(write(value)),
    at =>
      at.is(what)(
        at.value.numOpt.filter(value => java.lang.Double.isFinite(value) && write(read(value)) == value).map(read)
      )
  )

  private val double = number[Double]("a number", identity)(identity)
  private val count = number[Long]("a count", _.toDouble)(value => math.max(0, value.toLong))
  private val int = number[Int]("a whole number", _.toDouble)(value => math.max(0, value.toInt))
  private val text = Codec[String](Str(_), at => at.is("a text")(at.value.strOpt))
  private val flag = Codec[Boolean](Bool(_), at => at.is("true or false")(at.value.boolOpt))
  private val instant =
    Codec[Instant](time => Str(time.toString), at => at.is("a time in UTC")(Try(Instant.parse(at.value.str)).toOption))

  private def option[A](of: Codec[A]): Codec[Option[A]] =
    Codec(_.fold[Value](Null)(of.write), at => Option.when(!at.value.isNull)(of.read(at)))

  private def list[A](of: Codec[A]): Codec[Vector[A]] = Codec(
    all => Arr.from(all.map(of.write)),
    at =>
      at.is("a list")(at.value.arrOpt).toVector.zipWithIndex.map { case (item, i) =>
        of.read(new Place(s"${at.path}[$i]", item))
      }
  )

  private def keyed[A](of: Codec[A]): Codec[Vector[(String, A)]] = Codec(
    all => Obj.from(all.map { case (key, value) => key -> of.write(value) }),
    at => at.is("an object")(at.value.objOpt).keys.toVector.map(key => key -> of.read(at(key)))
  )

  private val pair = Codec[(Double, Double)](
    { case (one, other) => Arr(one, other) },
    at => at.is("two numbers")(Some(list(double).read(at)).collect { case Vector(one, other) => (one, other) })
  )

  private val triple = Codec[(Double, Double, Double)](
    { case (one, two, three) => Arr(one, two, three) },
    at =>
      at.is("three numbers")(Some(list(double).read(at)).collect { case Vector(one, two, three) => (one, two, three) })
  )

  private val perhaps = new Field[Option[Estimate]] {
    def put(key: String, value: Option[Estimate]): Vector[(String, Value)] =
      (key -> option(double).write(value.map(_.value))) +:
        value.flatMap(_.interval).map(s"${key}Interval" -> pair.write(_)).toVector
    def take(key: String, from: Place): Option[Estimate] =
      option(double).take(key, from).map(Estimate(_, option(pair).take(s"${key}Interval", from)))
  }

  private val estimate = new Field[Estimate] {
    def put(key: String, value: Estimate): Vector[(String, Value)] = perhaps.put(key, Some(value))
    def take(key: String, from: Place): Estimate = from(key).is("a number")(perhaps.take(key, from))
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
    .shown("answer")(state => Str(state.answer.toString))
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
