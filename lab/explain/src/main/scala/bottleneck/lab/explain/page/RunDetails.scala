package bottleneck.lab.explain.page

import bottleneck.lab.explain.record.SpeedRows
import bottleneck.lab.explain.series.{Metrics, Second, Timeline}
import bottleneck.lab.explain.verdict.StoredResult
import bottleneck.lab.files.{InputText, MetricsFile}
import java.nio.file.{Files, Path}

/** What a run's folder holds beside its result; nothing for what is not there.
  *
  * @param damaged
  *   a sentence for each file that is there and cannot be read
  */
final case class RunDetails(
    timeline: Vector[Second],
    metrics: Option[Metrics],
    plan: Option[String],
    damaged: Vector[String]
)

object RunDetails {
  val metrics: String = MetricsFile.name
  val plan = "plan.txt"

  def read(run: StoredResult): RunDetails = {
    val timeline = optional(run.folder.resolve(Timeline.file))(Timeline.read)
    val samples = optional(run.folder.resolve(metrics))(Metrics.read(_).left.map(_.message))
    val plans = optional(run.folder.resolve(plan))(text)
    val speed = SpeedRows.read(run.folder)
    RunDetails(
      timeline.flatMap(_.toOption).getOrElse(Vector.empty),
      samples.flatMap(_.toOption),
      plans.flatMap(_.toOption),
      Vector(timeline, samples, plans).flatten.flatMap(_.left.toOption) ++ speed.left.toOption
    )
  }

  private def optional[A](file: Path)(read: Path => Either[String, A]): Option[Either[String, A]] =
    Option.when(Files.exists(file))(read(file))

  private def text(file: Path): Either[String, String] =
    InputText.read(file).left.map(reason => s"$file cannot be read: $reason.")
}
