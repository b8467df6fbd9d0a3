package bottleneck.lab.claims.page

import bottleneck.lab.claims.verdict._
import bottleneck.lab.figures.files.{Csv, MetricsFile}
import bottleneck.lab.figures.preparation.Preparation
import bottleneck.lab.figures.reading.{Second, Timeline}
import bottleneck.lab.figures.record.RunRecord
import bottleneck.lab.figures.series.Metrics
import bottleneck.lab.figures.{Check, Numbers, Problem}
import bottleneck.lab.log.LogReader
import bottleneck.lab.report.chart.{Charts, Drawing}
import bottleneck.lab.report.{Details, Html, Items, Note, Page, Part, Section}
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

  def render: String = Page(
    study.title,
    Page.lead(study.question),
    Vector(
      Section("answer", "Answer", Vector(answer, Charts(charts.take(1))), Section.Beside),
      Section("variants", "Variants", variantTable),
      Section("claims", "Claims", ClaimTable.of(findings.statements)),
      Section("advice", "Advice", Items(findings.advice.map(frag(_)), "advice")),
      Section.folded("turns", "By turns", RunTables.turns(findings.evidence.turns): _*),
      Section.folded("charts", s"By ${study.factor}", Charts(charts.drop(1))),
      Section.folded("levels", "Levels of load", RunTables.levels(variants): _*),
      Section.folded("interventions", "Changes under load", RunTables.interventions(variants): _*),
      Section.folded("injectors", "Injectors", RunTables.injectors(variants): _*),
      Section.folded("balancer", "Load balancer", RunTables.balancer(variants): _*),
      Section.folded("plans", "Query plans", QueryPlans.of(files)),
      Section.folded("beside", "At the other scale", atOtherScale: _*),
      Section.folded("figures", "All figures", FiguresTable.of(variants)),
      Section.folded("runs", "Repeated runs", RepeatedRuns.of(variants, links): _*),
      Section.folded("seconds", "Second by second", Note("Shaded: the window.") +: seconds: _*),
      Section.folded("conditions", "Conditions", Conditions.of(variants)),
      Section.folded("validity", "Checks and files of each run", Html(RunSections.of(files, links)))
    ),
    Vector(Page.site -> links.index, "Glossary" -> links.glossary),
    links.styleSheet
  ).html

  private def answer: Part = {
    val command = Option.when(!findings.hasRuns && study.simulations.nonEmpty)(Answer.command(study.simulations))
    Html(frag(Answer.of(findings), command.map(line => p(code(line)))), isEmpty = false)
  }

  private def variantTable: Vector[Part] =
    Vector(VariantTable.of(variants, links), Note(leftOut), SkipList.of(findings.evidence.skipped))

  private def leftOut: String = {
    val counts = findings.evidence.leftOut.toVector.sorted.map { case (conditions, count) =>
      s"${Numbers.counted(count, "run")} on $conditions"
    }
    if (counts.isEmpty) ""
    else s"Left out, as they do not compare with the newest run: ${counts.mkString("; ")}."
  }

  /** Runs at another scale: a model can show a load that the machine cannot carry at full scale, and vice versa. */
  private def atOtherScale: Vector[Part] = {
    val others = findings.evidence.beside
    others.headOption.toVector.flatMap(first =>
      Vector(
        Note(
          s"The newest runs at ${first.shown.run.identity.scale} scale. They count for no verdict above. If users, threads and connections differ by the same factor, mean times stay the same (Little's law)."
        ),
        VariantTable.of(others, links)
      )
    )
  }

  /** The one that answers the question first. */
  private lazy val charts: Vector[Drawing] = {
    // one number of a whole staircase says nothing
    val ofOneLoad = variants.filter(_.shown.staircase.isEmpty)
    StaircaseCharts.of(variants) ++ SeriesCharts.of(ofOneLoad, study.factor) ++
      new FactorCharts(ofOneLoad, study.factor).charts ++ BurstCharts.of(variants)
  }

  private def seconds: Vector[Part] = for {
    ((variant, read), n) <- files.zipWithIndex
    charts = new TimeCharts(s"seconds-$n", variant.shown, read).charts
    if charts.nonEmpty
  } yield Details(
    Badge.beside(variant),
    Badge.objections(variant.shown).toVector :+ Charts(charts, small = true),
    open = true
  )
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
      h3(Badge.beside(variant)),
      p(cls := "note")(ResultSentences.wholeLoad(variant.shown)),
      (ResultSentences.predictionMiss(variant.shown) ++ ResultSentences.costs(variant.shown)).toVector
        .map(p(cls := "note")(_)),
      checks(variant.shown.checks).html,
      ResultSentences.generatorShare(variant.shown).map(p(cls := "note")(_)),
      Items(read.damaged.map(frag(_)), "objections").html,
      fileLinks(variant.typical, links)
    )
  }

  private def checks(checks: Vector[Check]): Part =
    if (checks.isEmpty) Note("No check was recorded.")
    else Items(checks.map(check => frag(Badge.of(check), " ", strong(check.name), ": ", check.sentence)), "checks")

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
    val samples = optional(run.folder.resolve(metrics))(Metrics.read)
    val plans = optional(run.folder.resolve(plan))(Csv.text)
    RunDetails(
      timeline.flatMap(_.toOption).getOrElse(Vector.empty),
      samples.flatMap(_.toOption),
      plans.flatMap(_.toOption),
      Vector(timeline, samples, plans).flatten.flatMap(_.left.toOption).map(_.sentence)
    )
  }

  private def optional[A](file: Path)(read: Path => Either[Problem, A]): Option[Either[Problem, A]] =
    Option.when(Files.exists(file))(read(file))

}
