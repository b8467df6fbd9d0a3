package bottleneck.lab.figures.json

import bottleneck.lab.figures._
import bottleneck.lab.figures.statistics.SteadyState
import bottleneck.lab.figures.statistics.SteadyState.Finding
import java.io.IOException
import java.nio.file.{Files, Path}
import java.time.Instant
import scala.util.Try
import ujson.{Num, Obj, Str, Value}
import upickle.core.TraceVisitor.TraceException

/** A [[Run]] as flat JSON, `bottleneck/result/2`, which a replay's result.json has, too, with more keys: what is not
  * known is ignored.
  */
object RunJson extends RunCodec {
  import RunCodec._

  val schema = "bottleneck/result/2"
  private val mostMebibytes = 64

  /** Keys in the order of the file, with their meaning. */
  val keys: Vector[(String, String)] = Vector(
    "schema" -> s"`$schema`.",
    "simulation" -> "Its class.",
    "gatling" -> "Version of Gatling that the log names.",
    "format" -> "Format of the log, such as `text 3.4–3.12`.",
    "description" -> "Description of the run.",
    "start" -> "Start in UTC; all times are in ms since then.",
    "firstMs" -> "First start of a request, user or group.",
    "lastMs" -> "Last end.",
    "window" -> ("Measured window: `fromMs`, `toMs`, and in `steady` the `drift` of its throughput as a part of 1, " +
      "with `low`, `high` and `answer`. Null where there is none."),
    "total" -> ("All requests: each metric by its name, and its 95 % interval under the name with `Interval` behind " +
      "it."),
    "requests" -> "The same of each request, by group path and name.",
    "groups" -> "The same of each group, by its path.",
    "errors" -> "By message: `kind`, or null where it is not known, and `count`.",
    "firstFailure" -> "`atMs`, `request` and `message`, or null.",
    "users" -> "Number of users.",
    "slots" -> ("Parts of the run: begin, end, OK, failed, greatest number of users, and " +
      s"[${Metrics.overTime.map(_.name).mkString(", ")}], right to 0.8 %."),
    "curve" -> "Percentiles of all requests: [percentile, ms].",
    "checks" -> "What to know before the figures: `name`, `passed`, `sentence`."
  )

  /** What only a replay has is left out. */
  override def serializeDefaults: Boolean = false

  implicit private val int: ReadWriter[Int] = readwriter[Value].bimap[Int](Num(_), of => math.toIntExact(count(of)))
  implicit private val long: ReadWriter[Long] = readwriter[Value].bimap[Long](of => Num(of.toDouble), count)
  implicit private val double: ReadWriter[Double] = readwriter[Value].bimap[Double](Num(_), finite)
  implicit private val start: ReadWriter[Instant] = readwriter[String].bimap[Instant](_.toString, Instant.parse(_))

  implicit private val steady: ReadWriter[SteadyState] = {
    val numbers = macroRW[SteadyState]
    def word(of: Finding): String = if (of == Finding.CannotTell) "undecided" else of.toString.toLowerCase
    readwriter[Value].bimap[SteadyState](
      of => Obj.from(writeJs(of)(numbers).obj.toVector :+ ("answer" -> Str(word(of.answer)))),
      read[SteadyState](_)(numbers)
    )
  }
  implicit private val measured: ReadWriter[Measured] = macroRW

  implicit private val outcomes: ReadWriter[Vector[(String, Outcome)]] =
    byName[(String, Outcome)](_._1, of => writeJs(of._2))((name, json) => name -> read[Outcome](json))

  implicit private val failures: ReadWriter[Vector[Failure]] =
    byName[Failure](_.message, of => Obj("kind" -> writeJs(of.kind), "count" -> writeJs(of.count))) { (message, json) =>
      Failure(message, read[Option[String]](json("kind")), read[Long](json("count")))
    }

  implicit private val slot: ReadWriter[Slot] =
    readwriter[(Int, Int, Long, Long, Int, Vector[Double])].bimap[Slot](Slot.unapply(_).get, (Slot.apply _).tupled)
  implicit private val run: ReadWriter[Run] = macroRW

  /** An object in the order of its values. */
  private def byName[A](name: A => String, value: A => Value)(read: (String, Value) => A): ReadWriter[Vector[A]] =
    readwriter[Value].bimap[Vector[A]](
      all => Obj.from(all.map(one => name(one) -> value(one))),
      _.obj.toVector.map { case (name, json) => placed(name)(read(name, json)) }
    )

  def write(run: Run): String = {
    val json = withSchema(schema, writeJs(run))
    keys
      .map { case (key, _) => s"  ${ujson.write(Str(key))}: ${ujson.write(json(key))}" }
      .mkString("{\n", ",\n", "\n}\n")
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
      known = Obj.from(keys.tail.flatMap { case (key, _) => value.obj.get(key).map(key -> _) })
      run <- decoded(known).left.map(place => Problem(s"$name is damaged at $place."))
    } yield run

  /** The run, or the keys that lead to what cannot be read; what is missing. */
  private def decoded(json: Value): Either[String, Run] =
    try Right(read[Run](json, trace = true))
    catch {
      case traced: TraceException =>
        val keys = "\\['?(.*?)'?\\]".r.findAllMatchIn(traced.jsonPath).map(_.group(1)).toVector
        val inner = Option(traced.getCause).filter(cause => keys.isEmpty || cause.isInstanceOf[BadValue])
        Left((keys ++ inner.map(_.getMessage)).mkString(": "))
      case _: StackOverflowError => Left("a value with too many brackets")
    }
}
