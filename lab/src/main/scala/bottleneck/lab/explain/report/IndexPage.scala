package bottleneck.lab.explain.report

import bottleneck.lab.explain.result._
import scalatags.Text.all._

/** The entry: every experiment with its answer, every claim, and whatever could not be used. */
private[report] object IndexPage {
  private val purpose =
    "What limits a Spring Boot service: published experiments, replayed against a real one, predicted first."

  def render(findings: Findings, links: Links): String = {
    val (run, waiting) = findings.experiments.partition(_.hasRuns)
    Page.render(
      links,
      "Bottleneck",
      frag(
        header(h1("Bottleneck"), p(cls := "lead")(purpose)),
        damaged(findings.damaged, links),
        unknown(findings.unknown, links),
        Page.part(
          "experiments",
          "Experiments",
          if (run.isEmpty) Vector(p("No experiment has run yet.")) else table(run, links)
        ),
        Page.part(
          "waiting",
          "Not run yet",
          if (waiting.isEmpty) Vector.empty else Vector(ul(waiting.map(wait(_, links))))
        ),
        Page.part("claims", "Claims of the sources", claims(findings, links))
      )
    )
  }

  private def table(experiments: Vector[ExperimentFindings], links: Links): Vector[Frag] = Vector(
    Page.table(
      "experiments",
      "experiments stacked",
      tr(th("experiment"), th("answer"), th("claims"), th("newest runs")),
      experiments.map(row(_, links))
    )
  )

  private def row(findings: ExperimentFindings, links: Links): Frag = tr(
    td(
      div(cls := "title")(a(href := links.experiment(findings.study))(findings.study.title)),
      div(cls := "note")(findings.study.question)
    ),
    td(Answer.of(findings)),
    td(cls := "badges")(badges(findings.claims)),
    td(ul(cls := "runs")(findings.evidence.variants.map(newest)))
  )

  private def badges(claims: Vector[JudgedClaim]): Vector[Frag] = for {
    verdict <- Verdict.all
    count = claims.count(_.judgement.verdict == verdict)
    if count > 0
  } yield span(Badge.counted(verdict, count), " ")

  private def newest(variant: Variant): Frag = {
    val result = variant.newest
    li(
      div(variant.name, ": ", span(cls := "number")(Numbers.rate(result.total.throughput)), " ", Badge.of(result)),
      div(cls := "note")(Numbers.minute(result.run.startedAt)),
      Badge.objections(result)
    )
  }

  private def wait(findings: ExperimentFindings, links: Links): Frag = {
    val study = findings.study
    li(
      a(href := links.experiment(study))(study.title),
      ": ",
      study.question,
      study.simulations.map(pattern => div(code(Answer.command(pattern)))),
      SkipList.of(findings.evidence.skipped)
    )
  }

  private def claims(findings: Findings, links: Links): Vector[Frag] = {
    val pages = findings.experiments.map(_.study.id).toSet
    def page(claim: JudgedClaim): Option[String] =
      Option.when(pages(claim.experiment))(links.experiment(claim.experiment))
    val byVerdict = findings.claims.sortBy(claim => Verdict.all.indexOf(claim.judgement.verdict))
    if (byVerdict.isEmpty) Vector.empty
    else Vector(p(cls := "badges")(badges(findings.claims)), ClaimTable.of(byVerdict, page))
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

  private def box(heading: String, items: Vector[Frag]): Frag =
    if (items.isEmpty) frag() else tag("aside")(cls := "box")(h2(heading), ul(items.map(li(_))))
}
