package bottleneck.lab.explain.page

import bottleneck.lab.model.Numbers
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.verdict._
import bottleneck.lab.page.PageParts
import java.nio.file.Path
import scalatags.Text.all._

/** The entry: what was run and what it says, by topic; then what was not run, and every claim. */
private[page] object IndexPage {
  private val purpose =
    "What limits a Spring Boot service? Published tuning experiments, repeated on a real service and a real PostgreSQL, each predicted before it is measured."

  def render(findings: Findings, links: Links): String = {
    val (run, notRun) = findings.experiments.partition(_.hasRuns)
    PageParts.frame(
      "Bottleneck",
      frag(
        header(h1("Bottleneck"), p(cls := "lead")(purpose), tag("nav")(a(href := links.glossary)("Glossary"))),
        damaged(findings.damaged, links),
        unknown(findings.unknown, links),
        unfinished(findings.unfinished, links),
        PageParts.part("overview", "What was run", overview(findings, run, links)),
        PageParts.part("builds", "Builds", builds(findings.builds, links)),
        byTopic(run).zipWithIndex.map { case ((topic, experiments), n) =>
          PageParts.part(s"topic-$n", topic.fold("Experiments")(_.title), Vector(cards(experiments, links)))
        },
        PageParts.part("claims", "Claims of the sources", claims(findings, links)),
        PageParts.part("not-run", "Not run", NotRun.of(notRun, run, links))
      ),
      links.styleSheet
    )
  }

  /** A line for each figure of each comparison, the newest first. */
  private def builds(comparisons: Vector[BuildComparison], links: Links): Vector[Frag] =
    if (comparisons.isEmpty) Vector.empty
    else
      Vector(
        p(comparisons.head.sentence),
        PageParts.table(
          "builds",
          tr(Vector("figure", "new ÷ old", "95 % interval", "asked", "ended").map(th(cls := "text")(_))),
          for (of <- comparisons; figure <- of.figures)
            yield tr(
              th(attr("scope") := "row", cls := "text")(figure.name),
              td(cls := "text")(Numbers.fixed(figure.value, 3)),
              td(cls := "text")(s"${Numbers.fixed(figure.low, 3)} to ${Numbers.fixed(figure.high, 3)}"),
              td(cls := "text")(a(href := links.to(of.folder.resolve("index.html")))(of.asked)),
              td(cls := "text")(Numbers.minute(of.endedAt))
            )
        )
      )

  /** In the order in which the topics appear. */
  private[page] def byTopic(
      experiments: Vector[ExperimentFindings]
  ): Vector[(Option[Topic], Vector[ExperimentFindings])] =
    experiments.map(_.study.topic).distinct.map(topic => topic -> experiments.filter(_.study.topic == topic))

  private def overview(findings: Findings, run: Vector[ExperimentFindings], links: Links): Vector[Frag] =
    if (run.isEmpty) Vector(p("No experiment has been run yet."))
    else
      Vector(
        div(cls := "overview")(
          ShareChart.of("overview-share", run).map(_.draw),
          div(
            h3(s"${run.size} of ${findings.experiments.size} experiments"),
            p(cls := "badges")(RunCounts.of(newest(run))),
            replaced(run).map(p(_)),
            Option.unless(newest(run).forall(_.sound))(
              p(
                "Disturbed runs count with a larger uncertainty, invalid ones do not count. ",
                a(href := s"${links.glossary}#disturbed")("What to do"),
                "."
              )
            ),
            h3(s"${findings.claims.size} claims of the sources"),
            p(cls := "badges")(badges(findings.claims.map(_.verdict))),
            h3("Machine"),
            p(Machines.sentence(newest(run)))
          )
        )
      )

  /** Runs that a second attempt stands for. */
  private def replaced(run: Vector[ExperimentFindings]): Option[String] = {
    val count = run.flatMap(_.evidence.variants).flatMap(_.runs).count(_.result.run.identity.attempt > 1)
    Option.when(count > 0)(
      s"${Numbers.counted(count, "disturbed run")} ${if (count == 1) "was" else "were"} repeated; the pages of the experiments show all."
    )
  }

  private def newest(run: Vector[ExperimentFindings]): Vector[Result] = run.flatMap(_.evidence.variants).map(_.shown)

  private def cards(experiments: Vector[ExperimentFindings], links: Links): Frag =
    div(cls := "cards")(experiments.map(card(_, links)))

  private def card(findings: ExperimentFindings, links: Links): Frag = {
    val study = findings.study
    val runs = findings.evidence.variants
    tag("article")(cls := "card")(
      h3(a(href := links.experiment(study))(study.title)),
      p(cls := "note")(study.question),
      Answer.of(findings),
      FactorCharts.throughput(study, findings.evidence),
      limits(runs.map(_.shown)),
      Option.when(findings.statements.nonEmpty)(
        p(cls := "badges")("Statements: ", badges(findings.statements.map(_.verdict)))
      ),
      tag("details")(
        tag("summary")(s"${Numbers.counted(runs.size, "variant")}: ", RunCounts.of(runs.map(_.shown))),
        ul(cls := "runs")(runs.map(listed(_, links)))
      )
    )
  }

  private def limits(runs: Vector[Result]): Option[Frag] = {
    val by = runs.flatMap(_.expected.prediction.map(_.by)).distinct
    Option.when(by.nonEmpty)(p(cls := "note")(s"By theory limited by: ${by.mkString(", ")}."))
  }

  private def badges(verdicts: Vector[Verdict]): Vector[Frag] = for {
    verdict <- Verdict.all
    count = verdicts.count(_ == verdict)
    if count > 0
  } yield span(Badge.counted(verdict, count), " ")

  private def listed(variant: Variant, links: Links): Frag = {
    val result = variant.shown
    li(
      div(variant.name, ": ", span(cls := "number")(result.rate), " ", Badge.of(result)),
      div(cls := "note")(
        Numbers.minute(result.run.startedAt),
        links.gatling(variant.typical).map(report => frag(" · ", a(href := report)("Gatling's report")))
      ),
      Badge.objections(result)
    )
  }

  private def claims(findings: Findings, links: Links): Vector[Frag] = {
    val pages = findings.experiments.map(_.study.id).toSet
    def page(judged: JudgedStatement): Option[String] =
      Option.when(pages(judged.experiment))(links.experiment(judged.experiment))
    val byVerdict = findings.claims.sortBy(claim => Verdict.all.indexOf(claim.verdict))
    val (notRun, judged) = byVerdict.partition(_.verdict == Verdict.NotRun)
    (if (judged.isEmpty) Vector.empty else Vector(ClaimTable.of(judged, page))) ++
      (if (notRun.isEmpty) Vector.empty
       else
         Vector(
           tag("details")(
             tag("summary")(s"${notRun.size} claims whose experiments were not run"),
             ClaimTable.of(notRun, page)
           )
         ))
  }

  private def damaged(files: Vector[DamagedResult], links: Links): Frag =
    box(
      "Results that cannot be read, and are left out",
      files.map { damaged =>
        frag(code(links.text(damaged.file)), ": ", damaged.error.message)
      }
    )

  private def unknown(results: Vector[StoredResult], links: Links): Frag =
    box(
      "Results of experiments that this build does not have",
      results.map { stored =>
        val run = stored.result.run
        val report = links.gatling(stored).fold[Frag](run.id)(link => a(href := link)(run.id))
        frag(report, ": ", run.experiment, ", ", run.variant, ", ", Numbers.minute(run.startedAt))
      }
    )

  private def unfinished(folders: Vector[Path], links: Links): Frag =
    box(
      "Runs without a result",
      folders.map(folder =>
        frag(code(links.text(folder)), ": it was ended before its load was over, or is under way. Run it again.")
      )
    )

  private def box(heading: String, items: Vector[Frag]): Frag =
    if (items.isEmpty) frag() else tag("aside")(cls := "box")(h2(heading), ul(items.map(li(_))))
}

/** Numbers of sound, disturbed and invalid runs, as badges. */
private[page] object RunCounts {
  def of(runs: Vector[Result]): Vector[Frag] =
    Badge.kinds.flatMap { kind =>
      val count = runs.count(_.soundness.name == kind)
      Option.when(count > 0)(span(Badge.counted(kind, count), " "))
    }
}

/** Variants that were not run, each with the reason; nothing where there are none. */
private[page] object SkipList {
  def of(skips: Vector[Skip]): Vector[Frag] =
    if (skips.isEmpty) Vector.empty
    else
      Vector(ul(cls := "note")(skips.map { skip =>
        li(strong(skip.variant), s" was skipped, ${Numbers.minute(skip.at)}: ", skip.reason)
      }))
}
