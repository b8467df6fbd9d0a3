package bottleneck.lab.explain.verdict

import bottleneck.lab.explain.json.Json
import bottleneck.lab.explain.record.ResultError
import java.nio.file.Path

/** New ÷ old of a figure, with its 95 % interval. */
final case class BuildFigure(name: String, value: Double, low: Double, high: Double)

/** A service beside the one of an earlier build, by turns: what compare.json says.
  *
  * @param endedAt
  *   ISO instant
  */
final case class BuildComparison(
    folder: Path,
    asked: String,
    endedAt: String,
    sentence: String,
    figures: Vector[BuildFigure]
)

object BuildComparison extends Json {
  val file = "compare.json"
  private val schema = "bottleneck/compare/1"

  def parse(folder: Path)(text: String): Either[ResultError, BuildComparison] = caught {
    val json = ujson.read(text)
    if (json("schema").str != schema) sys.error(s"its schema is ${json("schema").str}, not $schema")
    BuildComparison(
      folder,
      json("asked").str,
      json("endedAt").str,
      json("sentence").str,
      json("figures").arr.toVector.filterNot(_("ratio").isNull).map { figure =>
        val ratio = figure("ratio")
        BuildFigure(figure("name").str, ratio("value").num, ratio("low").num, ratio("high").num)
      }
    )
  }.left.map(ResultError.Damaged(_))
}
