package bottleneck.lab.explain.page

import bottleneck.lab.explain.log.LogReader
import bottleneck.lab.explain.preparation.Preparation
import bottleneck.lab.explain.record.{Check, RunRecord}
import bottleneck.lab.explain.series.Timeline
import bottleneck.lab.explain.verdict.{ResultFiles, StoredResult, Variant}
import bottleneck.lab.files.SpeedRate
import scalatags.Text.all._

/** Why the newest run of each variant counts or not, and where everything about it is. */
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
      SpeedRate.file,
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
