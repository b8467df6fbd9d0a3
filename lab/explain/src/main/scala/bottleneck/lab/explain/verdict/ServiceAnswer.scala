package bottleneck.lab.explain.verdict

import bottleneck.lab.explain.json.Json
import bottleneck.lab.explain.record.ResultError
import java.nio.file.{Files, Path}

/** New ÷ old of a figure, with its 95 % interval. */
final case class ComparedFigure(name: String, value: Double, low: Double, high: Double)

/** What limits a service, or what it does beside another by turns: an answer.json or a compare.json.
  *
  * @param endedAt
  *   ISO instant
  * @param figures
  *   of a comparison
  */
final case class ServiceAnswer(
    folder: Path,
    asked: String,
    endedAt: String,
    sentence: String,
    figures: Vector[ComparedFigure]
)

object ServiceAnswer extends Json {
  private val question = "bottleneck/answer/1"
  private val comparison = "bottleneck/compare/1"

  val files: Vector[String] = Vector("answer.json", "compare.json")

  def parse(folder: Path)(text: String): Either[ResultError, ServiceAnswer] = caught {
    val json = ujson.read(text)
    val (sentence, figures) = json("schema").str match {
      case `question` => json("finding")("sentence") -> Vector.empty
      case `comparison` => json("sentence") -> json("figures").arr.toVector
      case other => sys.error(s"its schema is $other, not $question or $comparison")
    }
    ServiceAnswer(
      folder,
      json("asked").str,
      // answers of earlier versions do not say
      json.obj.get("endedAt").fold(Files.getLastModifiedTime(folder).toInstant.toString)(_.str),
      sentence.str,
      figures.filterNot(_("ratio").isNull).map { figure =>
        val ratio = figure("ratio")
        ComparedFigure(figure("name").str, ratio("value").num, ratio("low").num, ratio("high").num)
      }
    )
  }.left.map(ResultError.Damaged(_))
}
