package bottleneck.lab.figures.record

import bottleneck.lab.figures.json.Json
import bottleneck.lab.figures.{Numbers, Problem}

/** A figure of two variants by turns: the mean of each, and one ÷ other with its 95 % interval. */
final case class TurnsFigure(name: String, one: Double, other: Double, ratio: Double, low: Double, high: Double) {
  def interval: String = s"${Numbers.fixed(ratio, 3)} (${Numbers.fixed(low, 3)} to ${Numbers.fixed(high, 3)})"

  def sentence(variants: Vector[String]): String = s"$name, ${variants.mkString(" ÷ ")}: $interval"
}

/** Two variants of a study, measured by turns in one run. `id` names its folder, `startedAt` is an ISO instant,
  * `service` is a hash of the service's code, `pairs` are the responses/s of each turn of one and of the other,
  * `criteria` hashes of all criteria when it was made.
  */
final case class TurnsResult(
    id: String,
    study: String,
    one: String,
    other: String,
    startedAt: String,
    scale: String,
    cpus: Int,
    java: Option[String],
    service: Option[String],
    figures: Vector[TurnsFigure],
    pairs: Vector[Vector[Double]],
    criteria: Map[String, String] = Map.empty
) {
  def figure(name: String): Option[TurnsFigure] = figures.find(_.name == name)
}

object TurnsResult extends Json {
  val file = "turns.json"
  val throughput = "responses/s"
  private val schema = "bottleneck/turns/1"

  implicit private val figure: ReadWriter[TurnsFigure] = macroRW
  implicit private val result: ReadWriter[TurnsResult] = macroRW

  def render(value: TurnsResult): String = ujson.write(complete(value), indent = 2) + "\n"

  /** The same without a line break, for files with a result in each line. */
  def line(value: TurnsResult): String = ujson.write(complete(value))

  private def complete(value: TurnsResult): ujson.Obj = withSchema(schema, writeJs(value))

  def is(text: String): Boolean = text.contains(s""""schema":"$schema"""")

  def parse(text: String): Either[Problem, TurnsResult] = ofSchema(text, schema)(read[TurnsResult](_))
}
