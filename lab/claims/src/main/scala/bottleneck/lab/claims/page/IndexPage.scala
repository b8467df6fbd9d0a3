package bottleneck.lab.claims.page

import bottleneck.lab.claims.published.StatementKind
import bottleneck.lab.claims.verdict._
import bottleneck.lab.figures.record.Result
import bottleneck.lab.figures.{Estimate, Numbers, Ratio}
import bottleneck.lab.report.chart.Charts
import bottleneck.lab.report.{Column, Details, Html, Items, Page, Part, Section, Table}
import scalatags.Text.all._

/** The entry: what was found, by topic, and about services; then how predictions fared, every claim, and conditions. */
private[page] object IndexPage {
  private val purpose =
    "What limits a Spring Boot service? Published tuning experiments, repeated on a real service and a real PostgreSQL, each predicted and measured."

  def render(findings: Findings, links: Links): String = {
    val (run, notRun) = findings.experiments.partition(_.hasRuns)
    val topics = byTopic(run).zipWithIndex.map { case ((topic, experiments), n) =>
      val cards = div(cls := "cards")(experiments.map(card(_, links)))
      val look = if (experiments.size == 1) Section.Narrow else Section.Open
      Section(s"topic-$n", topic.fold("Experiments")(_.title), Vector(Html(cards, isEmpty = false)), look)
    }
    val before = Vector(
      box("damaged", "Results that cannot be read, and are left out", findings.found.damaged)(of =>
        frag(code(links.text(of.file)), ": ", of.problem.sentence)
      ),
      box("unknown", "Results of experiments that this build does not have", findings.unknown)(unknown(_, links)),
      box("unfinished", "Runs without a result", findings.found.unfinished)(folder =>
        frag(code(links.text(folder)), ": it was ended before its load was over, or is under way. Run it again.")
      ),
      Section("answers", "Your services", answers(findings.found.answers, links))
    )
    val after = Vector(
      Section("predictions", "Were the predictions right?", Charts(ShareChart.of("shares", run).toVector)),
      Section("claims", "Claims of the sources", claims(findings, links): _*),
      Section("not-run", "Not run", NotRun.of(notRun, run, links): _*),
      Section("conditions", "Conditions", conditions(findings, run, links))
    )
    val lead = frag(Page.lead(purpose), Option.when(run.isEmpty)(p("No experiment has been run yet.")))
    Page(Page.site, lead, before ++ topics ++ after, Vector("Glossary" -> links.glossary), links.styleSheet).html
  }

  /** The sentence of each answer, the newest first, and the figures of comparisons. */
  private def answers(answers: Vector[ServiceAnswer], links: Links): Vector[Part] = {
    def page(of: ServiceAnswer): Frag = a(href := links.to(of.folder.resolve("index.html")))(of.result.asked)
    type Row = (ServiceAnswer, (String, Estimate))
    val said = answers.map(of => frag(page(of), s", ${Numbers.minute(of.endedAt)}: ${of.result.sentence}"))
    val columns = Vector(
      Column.text[Row]("figure")(_._2._1),
      Column.number[Row]("new ÷ old, 95 % interval")(row => Ratio.text(row._2._2)),
      Column.text[Row]("asked")(_._1.result.asked).shown(row => page(row._1)),
      Column.text[Row]("ended")(row => Numbers.minute(row._1.endedAt))
    )
    val figures = for (of <- answers; ratio <- of.result.ratios) yield of -> ratio
    Vector(Items(said), Table(columns, figures).as("comparisons"))
  }

  /** In the order in which the topics appear. */
  private[page] def byTopic(
      experiments: Vector[ExperimentFindings]
  ): Vector[(Option[Topic], Vector[ExperimentFindings])] =
    experiments.map(_.study.topic).distinct.map(topic => topic -> experiments.filter(_.study.topic == topic))

  private def conditions(findings: Findings, run: Vector[ExperimentFindings], links: Links): Part = {
    val newest = run.flatMap(_.shown)
    val all = frag(
      p(
        s"${run.size} of ${findings.experiments.size} experiments were run; of each variant the newest run: ",
        Badge.counts(newest)
      ),
      Option.when(run.nonEmpty)(p(ResultSentences.machine(newest))),
      Option.unless(newest.forall(_.sound))(
        p(
          "Disturbed runs count with a larger uncertainty, invalid ones do not count. ",
          a(href := s"${links.glossary}#disturbed")("What to do"),
          "."
        )
      )
    )
    Html(all, isEmpty = run.isEmpty)
  }

  private def card(findings: ExperimentFindings, links: Links): Frag = {
    val study = findings.study
    val runs = findings.evidence.variants
    tag("article")(cls := "card")(
      h3(a(href := links.experiment(study.id))(study.title)),
      p(cls := "note")(study.question),
      Answer.of(findings),
      FactorCharts.throughput(study, findings.evidence).map(_.draw),
      limits(findings.shown),
      badges(findings.statements),
      Details(
        frag(s"${Numbers.counted(runs.size, "variant")}: ", Badge.counts(findings.shown)),
        Vector(Items(runs.map(listed(_, links)), "runs"))
      ).html
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
    frag(
      div(variant.name, ": ", span(cls := "number")(result.rate), " ", Badge.of(result)),
      div(cls := "note")(
        Numbers.minute(result.run.startedAt),
        links.gatling(variant.typical).map(report => frag(" · ", a(href := report)("Gatling's report")))
      ),
      Badge.objections(result).map(_.html)
    )
  }

  private def claims(findings: Findings, links: Links): Vector[Part] = {
    val pages = findings.experiments.map(_.study.id).toSet
    def page(judged: JudgedStatement): Option[String] =
      Option.when(pages(judged.published.study))(links.experiment(judged.published.study))
    val (notRun, judged) = findings.claims.partition(_.verdict == Verdict.NotRun)
    def source(of: JudgedClaim): String = of.id.takeWhile(_ != '/')
    def counts(claims: Vector[JudgedClaim]): Vector[Frag] = badges(claims.flatMap(_.statements)).toVector
    val tables = judged.map(source).distinct.flatMap { name =>
      val claims = judged.filter(source(_) == name).sortBy(claim => Verdict.all.indexOf(claim.verdict))
      Vector(Html(h3(name) +: counts(claims)), ClaimTable.of(s"claims of $name", claims, page))
    }
    val others = Details(
      s"${notRun.size} claims whose experiments were not run",
      Vector(ClaimTable.of("claims without a run", notRun, page))
    )
    Html(counts(judged)) +: tables :+ others
  }

  private def unknown(stored: StoredResult, links: Links): Frag = {
    val run = stored.result.run
    val report = links.gatling(stored).fold[Frag](run.id)(link => a(href := link)(run.id))
    frag(report, ": ", run.experiment, ", ", run.variant, ", ", Numbers.minute(run.startedAt))
  }

  private def box[A](id: String, heading: String, items: Vector[A])(text: A => Frag): Section =
    Section(id, heading, Vector(Items(items.map(text))), Section.Box)
}
