package bottleneck.lab.explain.page.document

import bottleneck.lab.model.Numbers
import bottleneck.lab.explain.page.ResultSentences
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.verdict._

/** Document of the committed results: answer, claims and variants of each experiment. */
private[document] object ResultsDocument {
  private val introduction =
    """A run of each variant that counts, on one machine: a sound one, or else a disturbed one, whose verdicts have a
      |wider interval. They are lines of [results.jsonl](results.jsonl); a
      |[glossary](reference/glossary.md) explains each column. Compare ratios, not absolute numbers: another machine is
      |faster or slower.""".stripMargin

  def render(findings: Findings): String = {
    val run = findings.experiments.filterNot(_.evidence.isEmpty)
    val newest = run.flatMap(_.evidence.variants).map(_.shown)
    val parts =
      Vector(
        Markdown.generated(Documents.command),
        "# Results",
        introduction
      ) ++ (if (newest.isEmpty) None
            else Some(Markdown.paragraph(ResultSentences.machine(newest)))) ++
        run.map(section)
    parts.mkString("", "\n\n", "\n")
  }

  private def section(findings: ExperimentFindings): String = {
    val study = findings.study
    val answer = findings.answer.map(sentence => Markdown.paragraph(s"**$sentence**"))
    val statements = findings.statements.filter(_.verdict != Verdict.NotRun).map { judged =>
      val verdict =
        if (judged.exploratory && judged.isDecided) s"${judged.verdict.name} (exploratory)" else judged.verdict.name
      Vector(s"`${judged.published.id}`", verdict, judged.published.text, judged.judgement.evidence)
    }
    val advice = findings.advice.map(Markdown.item(_))
    val parts = Vector(s"## ${Markdown.anchor(study.id)}${study.title}", study.question) ++ answer ++
      Option.when(findings.evidence.variants.nonEmpty)(
        Markdown.table(columns, findings.evidence.variants.map(variant => row(variant.shown)))
      ) ++
      Option.when(statements.nonEmpty)(
        Markdown.table(Vector("claim", "verdict", "statement", "evidence"), statements)
      ) ++
      Option.when(advice.nonEmpty)(advice.mkString("\n"))
    parts.mkString("\n\n")
  }

  private val columns = Vector(
    "variant",
    "published, /s",
    "predicted, /s",
    "measured, /s",
    "measured ÷ predicted",
    "p50",
    "p99",
    "max",
    "failed",
    "soundness"
  )

  private def row(run: Result): Vector[String] = {
    val latency = run.total.latencyMs
    def time(ms: Option[Long]): String = ms.fold(Numbers.none)(Numbers.millis(_))
    Vector(
      run.run.variant,
      run.published.flatMap(_.throughput).fold(Numbers.none)(Numbers.count),
      run.prediction.fold(Numbers.none)(limit => s"${Numbers.plain(limit.perSecond)} (${limit.by}: ${limit.formula})"),
      run.interval.fold(Numbers.plain(run.total.throughput))(Numbers.interval),
      run.efficiency.fold(Numbers.none)(Numbers.fixed(_, 3)),
      time(latency.map(_.p50)),
      time(latency.map(_.p99)),
      time(latency.map(_.max)),
      Numbers.count(run.total.ko),
      run.soundness.name
    )
  }
}
