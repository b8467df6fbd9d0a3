package bottleneck.lab.explain.page.document

import bottleneck.lab.model.Numbers
import bottleneck.lab.explain.page.ResultSentences
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.verdict._

private[document] object ResultsDocument {
  private val introduction =
    """A run of each variant that counts, on one machine: a sound one, or else a disturbed one, whose verdicts have a
      |wider interval. They are lines of [results.jsonl](results.jsonl); a
      |[glossary](reference/glossary.md) explains each column. Compare ratios, not absolute numbers: another machine is
      |faster or slower.""".stripMargin

  def render(findings: Findings): String = {
    val run = findings.experiments.filterNot(_.evidence.isEmpty)
    val newest = run.flatMap(_.evidence.variants).map(_.shown)
    val parts = Vector(Markdown.generated(Documents.command), "# Results", introduction) ++
      Option.when(newest.nonEmpty)(Markdown.paragraph(ResultSentences.machine(newest))) ++ run.map(section)
    parts.mkString("", "\n\n", "\n")
  }

  private def section(findings: ExperimentFindings): String = {
    val study = findings.study
    val answer = findings.answer.map(sentence => Markdown.paragraph(s"**$sentence**"))
    val statements = findings.statements.filter(_.verdict != Verdict.NotRun)
    val advice = findings.advice.map(Markdown.item(_))
    val parts = Vector(s"## ${Markdown.anchor(study.id)}${study.title}", study.question) ++ answer ++
      Option.when(findings.evidence.variants.nonEmpty)(
        ofRuns(findings.evidence.variants.map(_.shown))
      ) ++
      Option.when(statements.nonEmpty)(
        Markdown.table(statements)(
          ("claim", of => s"`${of.published.id}`"),
          ("verdict", of => of.verdict.name + (if (of.exploratory && of.isDecided) " (exploratory)" else "")),
          ("statement", _.published.text),
          ("evidence", _.judgement.evidence)
        )
      ) ++
      Option.when(advice.nonEmpty)(advice.mkString("\n"))
    parts.mkString("\n\n")
  }

  private def ofRuns(runs: Vector[Result]): String = Markdown.table(runs)(
    ("variant", _.run.variant),
    ("published, /s", _.published.flatMap(_.throughput).fold(Numbers.none)(Numbers.count)),
    (
      "predicted, /s",
      _.prediction.fold(Numbers.none)(of => s"${Numbers.plain(of.perSecond)} (${of.by}: ${of.formula})")
    ),
    ("measured, /s", run => run.interval.fold(Numbers.plain(run.total.throughput))(Numbers.interval)),
    ("measured ÷ predicted", _.efficiency.fold(Numbers.none)(Numbers.fixed(_, 3))),
    ("p50", _.latency(_.p50)),
    ("p99", _.latency(_.p99)),
    ("max", _.latency(_.max)),
    ("failed", run => Numbers.count(run.total.ko)),
    ("soundness", _.soundness.name)
  )
}
