package bottleneck.lab.explain.page

import bottleneck.lab.explain.preparation.Preparation
import bottleneck.lab.explain.record.{Check, Result, RunRecord}
import bottleneck.lab.explain.series.{Metrics, PartMetrics}
import bottleneck.lab.explain.statistics.{Latency, Outcome, Second, Timeline}
import bottleneck.lab.explain.verdict.{ResultFiles, StoredResult, Variant}
import bottleneck.lab.files.{InputText, MetricsFile}
import bottleneck.lab.log.LogReader
import bottleneck.lab.model.Numbers
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
      p(cls := "note")(WholeLoad.sentence(variant.shown)),
      (PredictionMiss.sentence(variant.shown) ++ Costs.sentence(variant.shown)).toVector.map(p(cls := "note")(_)),
      checks(variant.shown.validity),
      GeneratorShare.sentence(variant.shown).map(p(cls := "note")(_)),
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

/** The totals of a run's whole load, as Gatling's own report has them, beside those of the window. */
private[page] object WholeLoad {
  def sentence(result: Result): String =
    s"Whole load, also while users arrive, as in Gatling's report: ${totals(result.measured.wholeRun)}. " +
      s"Window: ${totals(result.total)}."

  private def totals(outcome: Outcome): String = {
    val parts = Vector(outcome.ok -> outcome.latencyMs, outcome.ko -> outcome.failedLatencyMs).collect {
      case (n, Some(latency)) => n -> latency
    }
    val times = Option.when(parts.nonEmpty)(
      s"; response time ${least(parts)} (min), ${mean(parts)} (mean), ${most(parts)} (max)"
    )
    val perSecond =
      if (outcome.ok == 0) None else Some(s", ${Numbers.rate(outcome.throughput * outcome.ended / outcome.ok)}")
    s"${Numbers.count(outcome.ended)} requests, ${Numbers.count(outcome.ko)} failed" +
      perSecond.getOrElse("") + times.getOrElse("")
  }

  private def least(parts: Vector[(Long, Latency)]): String = Numbers.millis(parts.map(_._2.min).min)

  private def most(parts: Vector[(Long, Latency)]): String = Numbers.millis(parts.map(_._2.max).max)

  private def mean(parts: Vector[(Long, Latency)]): String =
    Numbers.millis(parts.map { case (n, latency) => n * latency.mean }.sum / parts.map(_._1).sum)
}

/** Resource costs of a request of the window, for sizing a service, in a sentence. */
private[page] object Costs {

  /** None where no request was answered or nothing was measured. */
  def sentence(result: Result): Option[String] = {
    val (perSecond, figures) = (result.total.throughput, result.figures)
    def cpu(name: String, cores: Option[Double]): Option[String] =
      cores.filter(_ > 0).map(used => s"${Numbers.plain(used * 1000 / perSecond)} ms of CPU time in the $name")
    def held(name: String, ms: Option[Double]): Option[String] = ms.map(time => s"$name for ${Numbers.plain(time)} ms")
    val costs = Vector(
      cpu("service", figures(PartMetrics.service)),
      cpu("database", figures(PartMetrics.database)),
      held("a request thread", figures(PartMetrics.handler)),
      held("a connection", figures(PartMetrics.held))
    ).flatten
    Option.when(perSecond > 0 && costs.nonEmpty)(s"A request took ${costs.mkString(", ")}.")
  }
}

/** Contents of a run's folder beside its result; empty where a file is missing.
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
