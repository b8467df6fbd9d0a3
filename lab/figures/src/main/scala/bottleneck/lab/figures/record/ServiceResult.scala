package bottleneck.lab.figures.record

import bottleneck.lab.figures.json.Json
import bottleneck.lab.figures.{Estimate, Problem}
import upickle.implicits.key

/** Result about a service of anybody's: the answer to a question, or a comparison with another service. Early ones do
  * not say when they ended, an ISO instant.
  */
sealed trait ServiceResult {
  def asked: String
  def endedAt: Option[String]
  def sentence: String

  /** New ÷ old by the name of the figure; none of an answer. */
  def ratios: Vector[(String, Estimate)] = Vector.empty
}

/** Answer to which resource limits a service, the content of answer.json: times in seconds, rates per second. `lines`
  * are those of the console, `levels` what was seen with so many users at once, `sizing` what a rate needs, `absences`
  * what could not be seen, `statements` what a request asks the database for, `cpu` what the service's CPU time was
  * spent on, and `goal` what was asked to be kept.
  */
@key("bottleneck/answer/1")
final case class AskResult(
    asked: String,
    endedAt: Option[String] = None,
    lines: Vector[String] = Vector.empty,
    service: String,
    finding: AskResult.Finding,
    throughput: Double,
    limits: Vector[AskResult.Limit],
    unexplained: Vector[String],
    confirmation: Option[AskResult.Confirmation] = None,
    levels: Vector[AskResult.Level],
    sizing: Vector[AskResult.Need],
    conditions: Vector[String] = Vector.empty,
    absences: Vector[String] = Vector.empty,
    statements: Vector[AskResult.Statement] = Vector.empty,
    cpu: Option[AskResult.Cpu] = None,
    goal: Option[AskResult.Goal] = None
) extends ServiceResult {
  def sentence: String = finding.sentence
}

object AskResult {
  val file = "answer.json"

  /** Kinds of a finding that names no limit. */
  val unknown = "unknown"
  val notReached = "not reached"

  /** True if a finding of this kind names a limit. */
  def isKnown(kind: String): Boolean = kind != unknown && kind != notReached

  final case class Finding(kind: String, name: String, sentence: String, efficiency: Option[Efficiency] = None)

  /** Measured ÷ predicted throughput of the resource that limits, with its interval. */
  final case class Efficiency(value: Double, low: Option[Double], high: Option[Double])

  /** Capacity of a resource ÷ the `demand` of a request; `full` if the window used it up. One of cores is predicted by
    * turns, where they limit: beside the `measured` rate of the full slices.
    */
  final case class Limit(
      resource: String,
      perSecond: Double,
      low: Option[Double],
      high: Option[Double],
      formula: String,
      full: Boolean,
      demand: Double,
      measured: Option[Double] = None
  )

  /** Trial of the setting that the answer advises, by its rates. */
  final case class Confirmation(
      argument: String,
      predicted: Double,
      measured: Double,
      asItIs: Option[Double] = None,
      times: Option[Efficiency] = None
  )

  /** `failed` is a part of the requests, `cores` are by part of the service, `failures` by what was got instead. */
  final case class Level(
      users: Int,
      seconds: Double,
      throughput: Double,
      failed: Double,
      failures: Map[String, Long] = Map.empty,
      response: Double,
      p99: Double,
      cores: Map[String, Double],
      pools: Vector[Pool],
      threads: Vector[Threads]
  )

  /** Means of a level; `counted` is in use by the pool's own counters. */
  final case class Pool(
      kind: String,
      name: String,
      max: Option[Int],
      inUse: Double,
      waiting: Option[Double],
      counted: Option[Double] = None
  )

  /** Mean number of request threads that wait for the same. */
  final case class Threads(waitFor: String, detail: String, threads: Double)

  /** A statement to the database: its seconds in a request and, where they are counted, how often a request sends it
    * and its rows.
    */
  final case class Statement(query: String, perRequest: Option[Double], seconds: Double, rows: Option[Double])

  /** CPU time of the service by a profiler: by whose code it is, and in own methods with what they call. */
  final case class Cpu(profiler: String, samples: Long, owners: Vector[Share], methods: Vector[Share])

  /** A part of it, in seconds of a request, too. */
  final case class Share(of: String, share: Double, seconds: Option[Double])

  /** Response time to keep: the greatest rate that kept it and the least above it that missed it, and the percentile of
    * each open load in s.
    */
  final case class Goal(text: String, kept: Option[Double], missed: Option[Double], loads: Vector[OpenLoad])

  final case class OpenLoad(perSecond: Double, time: Option[Double])

  /** What a rate of requests needs: cores, the mean number in use of each kind of pool, and instances. */
  final case class Need(rate: Double, cores: Option[Double], pools: Map[String, Double], instances: Option[Int])
}

/** Comparison of a new service with an old one by turns, the content of compare.json: rates per second, CPU time in
  * seconds, response times in ms. There is an exit code where a loss was to be judged.
  */
@key("bottleneck/compare/1")
final case class CompareResult(
    asked: String,
    @key("new") one: String,
    @key("old") other: String,
    seed: Long,
    endedAt: Option[String],
    sentence: String,
    exitCode: Option[Int],
    figures: Vector[CompareResult.Figure],
    rounds: Vector[CompareResult.Round],
    conditions: Vector[String]
) extends ServiceResult {
  override def ratios: Vector[(String, Estimate)] = for {
    of <- figures; ratio <- of.ratio
  } yield of.name -> ratio.estimate
}

object CompareResult {
  val file = "compare.json"

  /** Means of both; no ratio of too few turns. */
  final case class Figure(
      name: String,
      @key("new") one: Option[Double],
      @key("old") other: Option[Double],
      ratio: Option[Ratio]
  )

  /** New ÷ old with its 95 % interval, from `n` independent values. */
  final case class Ratio(value: Double, low: Double, high: Double, n: Int) {
    def estimate: Estimate = Estimate(value, Some((low, high)))
  }

  /** Turns of one start of both: in a closed loop, and at the same `rate`. */
  final case class Round(rate: Double, closed: Vector[Pair], paced: Vector[Pair])
  final case class Pair(@key("new") one: Turn, @key("old") other: Turn)
  final case class Turn(perSecond: Double, cpuSeconds: Option[Double], p50: Double, p99: Double, failed: Double)
}

/** Both as JSON: the schema tells one from the other. */
object ServiceResult extends Json {
  override def tagName: String = "schema"

  val files: Vector[String] = Vector(AskResult.file, CompareResult.file)

  /** JSON has no NaN and no infinity: these are null, as what is not known. */
  implicit private val number: ReadWriter[Double] = readwriter[ujson.Value].bimap[Double](
    value => if (java.lang.Double.isFinite(value)) ujson.Num(value) else ujson.Null,
    json => if (json.isNull) Double.NaN else json.num
  )
  implicit private val efficiency: ReadWriter[AskResult.Efficiency] = macroRW
  implicit private val finding: ReadWriter[AskResult.Finding] = macroRW
  implicit private val limit: ReadWriter[AskResult.Limit] = macroRW
  implicit private val confirmation: ReadWriter[AskResult.Confirmation] = macroRW
  implicit private val pool: ReadWriter[AskResult.Pool] = macroRW
  implicit private val threads: ReadWriter[AskResult.Threads] = macroRW
  implicit private val level: ReadWriter[AskResult.Level] = macroRW
  implicit private val need: ReadWriter[AskResult.Need] = macroRW
  implicit private val statement: ReadWriter[AskResult.Statement] = macroRW
  implicit private val share: ReadWriter[AskResult.Share] = macroRW
  implicit private val cpu: ReadWriter[AskResult.Cpu] = macroRW
  implicit private val openLoad: ReadWriter[AskResult.OpenLoad] = macroRW
  implicit private val goal: ReadWriter[AskResult.Goal] = macroRW
  implicit private val ask: ReadWriter[AskResult] = macroRW
  implicit private val ratio: ReadWriter[CompareResult.Ratio] = macroRW
  implicit private val figure: ReadWriter[CompareResult.Figure] = macroRW
  implicit private val turn: ReadWriter[CompareResult.Turn] = macroRW
  implicit private val pair: ReadWriter[CompareResult.Pair] = macroRW
  implicit private val round: ReadWriter[CompareResult.Round] = macroRW
  implicit private val compare: ReadWriter[CompareResult] = macroRW
  implicit private val result: ReadWriter[ServiceResult] = macroRW

  def render(value: ServiceResult): String = ujson.write(writeJs(value), indent = 2) + "\n"

  def parse(text: String): Either[Problem, ServiceResult] =
    ofSchema(text, "bottleneck/answer/1", "bottleneck/compare/1")(read[ServiceResult](_))
}
