package bottleneck.lab.explain.page

import bottleneck.lab.explain.preparation.Preparation
import bottleneck.lab.explain.record.{Check, RunRecord}
import bottleneck.lab.explain.series.Metrics
import bottleneck.lab.explain.statistics.{Second, Timeline}
import bottleneck.lab.explain.verdict._
import bottleneck.lab.files.{InputText, MetricsFile}
import bottleneck.lab.log.LogReader
import bottleneck.lab.model.Numbers
import bottleneck.lab.page.PageParts
import java.nio.file.{Files, Path}
import scalatags.Text.all._

/** An experiment, from its question to its raw files: answer, variants, claims and advice, and the rest on demand. */
private[page] final class ExperimentPage(
    findings: ExperimentFindings,
    files: Vector[(Variant, RunDetails)],
    links: Links
) {
  private val study = findings.study
  private val variants = findings.evidence.variants

  def render: String = PageParts.frame(
    s"${study.title} · Bottleneck",
    frag(
      header(
        tag("nav")(a(href := links.index)("Bottleneck"), " · ", a(href := links.glossary)("Glossary")),
        h1(study.title),
        p(attr("id") := "question", cls := "lead")(study.question)
      ),
      tag("section")(attr("id") := "answer")(
        h2(cls := "unseen")("Answer"),
        Answer.of(findings),
        command,
        if (charts.isEmpty) frag() else div(cls := "charts")(charts.head)
      ),
      PageParts.part("variants", "Variants", variantTable),
      PageParts.part("claims", "Claims", claims.toVector),
      PageParts.part("advice", "Advice", advice.toVector),
      folded("turns", "By turns", RunTables.turns(findings.evidence.turns)),
      folded(
        "charts",
        s"By ${study.factor}",
        if (charts.size < 2) Vector.empty else Vector(div(cls := "charts")(charts.tail))
      ),
      folded("levels", "Levels of load", RunTables.levels(variants)),
      folded("interventions", "Changes under load", RunTables.interventions(variants)),
      folded("injectors", "Injectors", RunTables.injectors(variants)),
      folded("balancer", "Load balancer", RunTables.balancer(variants)),
      folded("plans", "Query plans", QueryPlans.of(files)),
      folded("beside", "At the other scale", atOtherScale),
      folded("figures", "All figures", FiguresTable.of(variants)),
      folded("runs", "Repeated runs", RepeatedRuns.of(variants, links)),
      folded("seconds", "Second by second", seconds),
      folded("conditions", "Conditions", if (variants.nonEmpty) Vector(Conditions.of(variants)) else Vector.empty),
      folded("validity", "Checks and files of each run", RunSections.of(files, links))
    ),
    links.styleSheet
  )

  /** A part whose content is shown on demand; nothing where it has none. */
  private def folded(id: String, heading: String, content: Seq[Frag]): Frag =
    if (content.isEmpty) frag()
    else
      tag("section")(attr("id") := id, cls := "folded")(tag("details")(tag("summary")(h2(heading)), div(content)))

  private def command: Option[Frag] =
    Option.when(!findings.hasRuns && study.simulations.nonEmpty)(p(code(Answer.command(study.simulations))))

  private def claims: Option[Frag] = Option.when(findings.statements.nonEmpty)(ClaimTable.of(findings.statements))

  private def variantTable: Vector[Frag] =
    (if (variants.nonEmpty) VariantTable.of(variants, links) +: leftOut.toVector else Vector.empty) ++
      SkipList.of(findings.evidence.skipped)

  private def leftOut: Option[Frag] = {
    val counts = findings.evidence.leftOut.toVector.sorted.map { case (conditions, count) =>
      s"${Numbers.counted(count, "run")} on $conditions"
    }
    Option.when(counts.nonEmpty)(
      p(cls := "note")(s"Left out, as they do not compare with the newest run: ${counts.mkString("; ")}.")
    )
  }

  /** Runs at another scale: a model can show a load that the machine cannot carry at full scale, and vice versa. */
  private def atOtherScale: Vector[Frag] = {
    val others = findings.evidence.beside
    others.headOption.toVector.flatMap(first =>
      Vector(
        p(cls := "note")(
          s"The newest runs at ${first.shown.run.identity.scale} scale. They count for no verdict above. If users, threads and connections differ by the same factor, mean times stay the same (Little's law)."
        ),
        VariantTable.of(others, links)
      )
    )
  }

  /** The one that answers the question first. */
  private lazy val charts: Vector[Frag] = {
    // one number of a whole staircase says nothing
    val ofOneLoad = variants.filter(_.shown.staircase.isEmpty)
    StaircaseCharts.of(variants) ++ SeriesCharts.of(ofOneLoad, study.factor) ++
      new FactorCharts(ofOneLoad, study.factor).charts ++ BurstCharts.of(variants)
  }

  private def seconds: Vector[Frag] = {
    val runs = for {
      ((variant, read), n) <- files.zipWithIndex
      charts = new TimeCharts(s"seconds-$n", variant.shown, read).charts
      if charts.nonEmpty
    } yield tag("details")(attr("open").empty)(
      tag("summary")(variant.name, " ", Badge.of(variant.shown)),
      Badge.objections(variant.shown),
      div(cls := "charts small")(charts)
    )
    if (runs.isEmpty) runs else p(cls := "note")("Shaded: the window.") +: runs
  }

  private def advice: Option[Frag] =
    Some(findings.advice).filter(_.nonEmpty).map(all => ul(cls := "advice")(all.map(li(_))))
}

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
      ul(cls := "checks")(checks.map(check => li(Badge.of(check), " ", strong(check.check), ": ", check.detail)))

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
