package bottleneck.lab.explain.page

import bottleneck.lab.model.Numbers
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.published.StatementKind
import bottleneck.lab.explain.verdict._
import bottleneck.lab.page.PageParts
import scalatags.Text.all._

/** The entry: what was found, by topic, and about services; then how predictions fared, every claim, and conditions. */
private[page] object IndexPage {
  private val purpose =
    "What limits a Spring Boot service? Published tuning experiments, repeated on a real service and a real PostgreSQL, each predicted before it is measured."

  def render(findings: Findings, links: Links): String = {
    val (run, notRun) = findings.experiments.partition(_.hasRuns)
    PageParts.frame(
      "Bottleneck",
      frag(
        header(h1("Bottleneck"), p(cls := "lead")(purpose), tag("nav")(a(href := links.glossary)("Glossary"))),
        box("Results that cannot be read, and are left out", findings.found.damaged)(of =>
          frag(code(links.text(of.file)), ": ", of.error.message)
        ),
        box("Results of experiments that this build does not have", findings.unknown)(unknown(_, links)),
        box("Runs without a result", findings.found.unfinished)(folder =>
          frag(code(links.text(folder)), ": it was ended before its load was over, or is under way. Run it again.")
        ),
        PageParts.part("answers", "Your services", answers(findings.found.answers, links)),
        Option.when(run.isEmpty)(p("No experiment has been run yet.")),
        byTopic(run).zipWithIndex.map { case ((topic, experiments), n) =>
          PageParts.part(
            s"topic-$n",
            topic.fold("Experiments")(_.title),
            Vector(div(cls := "cards")(experiments.map(card(_, links))))
          )
        },
        PageParts.part("predictions", "Were the predictions right?", ShareChart.of("shares", run).map(_.draw).toVector),
        PageParts.part("claims", "Claims of the sources", claims(findings, links)),
        PageParts.part("not-run", "Not run", NotRun.of(notRun, run, links)),
        PageParts.part("conditions", "Conditions", conditions(findings, run, links))
      ),
      links.styleSheet
    )
  }

  /** The sentence of each answer, the newest first, and the figures of comparisons. */
  private def answers(answers: Vector[ServiceAnswer], links: Links): Vector[Frag] = {
    def page(of: ServiceAnswer): Frag = a(href := links.to(of.folder.resolve("index.html")))(of.asked)
    val said = ul(answers.map(of => li(page(of), s", ${Numbers.minute(of.endedAt)}: ${of.sentence}")))
    val figures =
      for (of <- answers; figure <- of.figures)
        yield tr(
          th(attr("scope") := "row", cls := "text")(figure.name),
          td(cls := "text")(Numbers.fixed(figure.value, 3)),
          td(cls := "text")(s"${Numbers.fixed(figure.low, 3)} to ${Numbers.fixed(figure.high, 3)}"),
          td(cls := "text")(page(of)),
          td(cls := "text")(Numbers.minute(of.endedAt))
        )
    val heads = Vector("figure", "new ÷ old", "95 % interval", "asked", "ended")
    Option.when[Frag](answers.nonEmpty)(said).toVector ++
      Option.when(figures.nonEmpty)(PageParts.table("comparisons", tr(heads.map(th(cls := "text")(_))), figures))
  }

  /** In the order in which the topics appear. */
  private[page] def byTopic(
      experiments: Vector[ExperimentFindings]
  ): Vector[(Option[Topic], Vector[ExperimentFindings])] =
    experiments.map(_.study.topic).distinct.map(topic => topic -> experiments.filter(_.study.topic == topic))

  private def conditions(findings: Findings, run: Vector[ExperimentFindings], links: Links): Vector[Frag] =
    if (run.isEmpty) Vector.empty
    else {
      val newest = run.flatMap(_.shown)
      Vector(
        p(
          s"${run.size} of ${findings.experiments.size} experiments were run; of each variant the newest run: ",
          Badge.counts(newest),
          replaced(run)
        ),
        p(ResultSentences.machine(newest))
      ) ++ Option.unless[Frag](newest.forall(_.sound))(
        p(
          "Disturbed runs count with a larger uncertainty, invalid ones do not count. ",
          a(href := s"${links.glossary}#disturbed")("What to do"),
          "."
        )
      )
    }

  private def replaced(run: Vector[ExperimentFindings]): Option[String] = {
    val count = run.flatMap(_.evidence.variants).flatMap(_.runs).count(_.result.run.identity.attempt > 1)
    Option.when(count > 0)(
      s"${Numbers.counted(count, "disturbed run")} ${if (count == 1) "was" else "were"} repeated; the pages of the experiments show all."
    )
  }

  private def card(findings: ExperimentFindings, links: Links): Frag = {
    val study = findings.study
    val runs = findings.evidence.variants
    tag("article")(cls := "card")(
      h3(a(href := links.experiment(study.id))(study.title)),
      p(cls := "note")(study.question),
      Answer.of(findings),
      FactorCharts.throughput(study, findings.evidence),
      limits(findings.shown),
      badges(findings.statements),
      tag("details")(
        tag("summary")(s"${Numbers.counted(runs.size, "variant")}: ", Badge.counts(findings.shown)),
        ul(cls := "runs")(runs.map(listed(_, links)))
      )
    )
  }

  private def limits(runs: Vector[Result]): Option[Frag] = {
    val by = runs.flatMap(_.prediction.map(_.by)).distinct
    Option.when(by.nonEmpty)(p(cls := "note")(s"By theory limited by: ${by.mkString(", ")}."))
  }

  /** Verdicts by kind: a demonstration could not have come out otherwise. */
  private def badges(statements: Vector[JudgedStatement]): Option[Frag] = {
    val kinds = for {
      kind <- StatementKind.all
      verdicts = statements.filter(_.published.kind == kind).map(_.verdict)
      if verdicts.nonEmpty
    } yield frag(
      s"${Numbers.counted(verdicts.size, kind.noun)} ",
      if (kind.isJudged) Verdict.all.map(verdict => verdict -> verdicts.count(_ == verdict)).collect {
        case (verdict, count) if count > 0 => span(Badge.counted(verdict, count), " ")
      }
      else Vector.empty[Frag]
    )
    Option.when(kinds.nonEmpty)(p(cls := "badges")(kinds))
  }

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
      Option.when(pages(judged.published.study))(links.experiment(judged.published.study))
    val (notRun, judged) = findings.claims.partition(_.verdict == Verdict.NotRun)
    def source(of: JudgedClaim): String = of.id.takeWhile(_ != '/')
    val tables = judged.map(source).distinct.flatMap { name =>
      val claims = judged.filter(source(_) == name).sortBy(claim => Verdict.all.indexOf(claim.verdict))
      Vector(h3(name), frag(badges(claims.flatMap(_.statements))), ClaimTable.of(s"claims of $name", claims, page))
    }
    Option.when[Frag](judged.nonEmpty)(frag(badges(judged.flatMap(_.statements)))).toVector ++ tables ++
      Option.when(notRun.nonEmpty)(
        tag("details")(
          tag("summary")(s"${notRun.size} claims whose experiments were not run"),
          ClaimTable.of("claims without a run", notRun, page)
        )
      )
  }

  private def unknown(stored: StoredResult, links: Links): Frag = {
    val run = stored.result.run
    val report = links.gatling(stored).fold[Frag](run.id)(link => a(href := link)(run.id))
    frag(report, ": ", run.experiment, ", ", run.variant, ", ", Numbers.minute(run.startedAt))
  }

  private def box[A](heading: String, items: Vector[A])(text: A => Frag): Frag =
    if (items.isEmpty) frag() else tag("aside")(cls := "box")(h2(heading), ul(items.map(item => li(text(item)))))
}
