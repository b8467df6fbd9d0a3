package bottleneck.lab.explain.page

import bottleneck.lab.explain.preparation.Preparation
import bottleneck.lab.explain.record.{Check, RunRecord}
import bottleneck.lab.explain.series.Metrics
import bottleneck.lab.explain.statistics.{Second, Timeline}
import bottleneck.lab.explain.verdict.{ResultFiles, StoredResult, Variant}
import bottleneck.lab.files.{InputText, MetricsFile}
import bottleneck.lab.log.LogReader
import java.nio.file.{Files, Path}
import scalatags.Text.all._

/** Soundness of the newest run of each variant, with links to its files. */
private[page] object RunSections {
  private val raw =
    Vector(
      ResultFiles.name,
      RunRecord.file,
      Preparation.file,
      RunDetails.metrics,
      Timeline.file,
      "latency.hlog",
      RunDetails.plan,
      "statements.csv",
      "js/global_stats.json",
      LogReader.file,
      "logs"
    )

  def of(files: Vector[(Variant, RunDetails)], links: Links): Vector[Frag] = files.map { case (variant, read) =>
    tag("article")(cls := "run")(
      h3(variant.name, " ", Badge.of(variant.shown)),
      p(cls := "note")(ResultSentences.wholeLoad(variant.shown)),
      (ResultSentences.predictionMiss(variant.shown) ++ ResultSentences.costs(variant.shown)).toVector
        .map(p(cls := "note")(_)),
      checks(variant.shown.validity),
      ResultSentences.generatorShare(variant.shown).map(p(cls := "note")(_)),
      ul(cls := "objections")(read.damaged.map(li(_))),
      fileLinks(variant.typical, links)
    )
  }

  private def checks(checks: Vector[Check]): Frag =
    if (checks.isEmpty) p(cls := "note")("No check was recorded.")
    else
      ul(cls := "checks")(checks.map { check =>
        li(Badge.of(check), " ", strong(check.check), ": ", check.detail)
      })

  private def fileLinks(run: StoredResult, links: Links): Frag = {
    val report = links.gatling(run).map(link => a(href := link)("Gatling's report"))
    val files = raw.flatMap(name => links.file(run, name).map(link => a(href := link)(name)))
    p(cls := "files")((report.toVector ++ files).flatMap(link => Vector[Frag](link, " ")))
  }
}

/** Contents of a run's folder beside its result, empty where a file is missing; `damaged` has a sentence for each that
  * cannot be read.
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
    RunDetails(
      timeline.flatMap(_.toOption).getOrElse(Vector.empty),
      samples.flatMap(_.toOption),
      plans.flatMap(_.toOption),
      Vector(timeline, samples, plans).flatten.flatMap(_.left.toOption)
    )
  }

  private def optional[A](file: Path)(read: Path => Either[String, A]): Option[Either[String, A]] =
    Option.when(Files.exists(file))(read(file))

  private def text(file: Path): Either[String, String] =
    InputText.read(file).left.map(reason => s"$file cannot be read: $reason.")
}
