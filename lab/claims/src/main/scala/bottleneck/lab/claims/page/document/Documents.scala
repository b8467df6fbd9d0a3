package bottleneck.lab.claims.page.document

import bottleneck.lab.claims.page.{Answer, Glossary, ResultSentences, ShareChart}
import bottleneck.lab.claims.published.Published
import bottleneck.lab.claims.verdict._
import bottleneck.lab.figures.record.Result
import bottleneck.lab.figures.{Numbers, Text}
import bottleneck.lab.report.chart.{ConsolePicture, StyleSheet}
import bottleneck.lab.report.{Column, Table}
import java.nio.file.Path

/** Everything in the documentation that follows from code and results. */
object Documents {

  /** Maven command that writes the documents anew. */
  val command = "mvn -q test-compile exec:java@docs"

  private val readme = "README.md"
  private val ofProperties =
    Vector("docs/reference/properties.md", "docs/how-to/your-service.md", "docs/how-to/compare-two-versions.md")
  private val byTurns = "docs/explanation/by-turns.md"
  private val reasons = "docs/explanation/findings.md"

  /** Text of each file by its path from the root of the project, of the `findings` in docs/results; `there` is the text
    * of a file in the project, whose marked blocks are replaced, or that is drawn.
    */
  def all(
      findings: Findings,
      studies: Vector[Study],
      variants: Vector[VariantRow],
      published: Published,
      there: String => String
  ): Map[Path, String] = Map(
    "docs/results.md" -> ResultsDocument.render(findings),
    "docs/reference/experiments.md" -> ExperimentsDocument.render(studies, published, variants),
    "docs/reference/glossary.md" -> GlossaryDocument.render,
    "docs/reference/criteria.md" -> CriteriaDocument.render,
    "docs/pictures/headline.svg" -> Picture.headline(MarkedBlocks.headline(there(readme), findings)),
    "docs/pictures/ask.svg" -> Picture.ask(there("docs/pictures/ask.json")),
    reasons -> MarkedBlocks.withAdvice(there(reasons), findings),
    byTurns -> MarkedBlocks.ofTrials(there(byTurns), there("docs/by-turns.jsonl")),
    readme -> MarkedBlocks.inReadme(there(readme), findings, there("docs/commands.json"))
  ).concat(ofProperties.map(page => page -> MarkedBlocks.ofProperties(there(page)))).map { case (path, text) =>
    Path.of(path) -> text
  }
}

/** Every experiment with its question, its claims and its command, by topic. */
private[document] object ExperimentsDocument {
  private val introduction =
    """Each experiment has variants; each variant is a simulation class. `-Dgatling.includes=` takes patterns of classes,
      |separated by commas. The load is that of quick scale, without the warm-up. The claims are those of [data/claims.csv](../../data/claims.csv).""".stripMargin

  def render(studies: Vector[Study], published: Published, variants: Vector[VariantRow]): String = {
    val topics = studies.map(_.topic).distinct.map { topic =>
      val heading =
        topic.fold("## Other experiments")(of => s"## ${of.title}\n\nAll of them take about ${of.minutes} minutes.")
      (heading +: studies
        .filter(_.topic == topic)
        .map(study => section(study, published, variants.filter(_.study == study.id)))).mkString("\n\n")
    }
    Markdown.document(Vector("# Experiments", introduction) ++ topics)
  }

  private def section(study: Study, published: Published, variants: Vector[VariantRow]): String = {
    val statements = published.statements.filter(_.study == study.id)
    val parts = Vector(s"### ${Markdown.anchor(study.id)}${study.title}", study.question) ++
      Option.when(study.simulations.nonEmpty)(s"```sh\n${Answer.command(study.simulations)}\n```") ++
      Option.when(statements.nonEmpty)(
        Markdown.table(statements)(
          ("claim", of => s"`${of.id}`"),
          ("kind", _.kind.name),
          ("statement", _.text),
          ("criterion", of => Markdown.code(of.criterion)),
          ("expected here", _.expected),
          ("why", _.why)
        )
      ) ++
      Option.when(variants.nonEmpty)(
        // nothing that depends on the machine's cores, as names of some variants and lengths of some loads do
        Markdown.table(variants)(
          ("class", of => s"`${of.simulation.drop(of.simulation.lastIndexOf('.') + 1)}`"),
          ("load", _.load),
          ("needs", _.needs.mkString(", "))
        )
      )
    parts.mkString("\n\n")
  }
}

private[document] object CriteriaDocument {
  private val language =
    """A criterion of [data/claims.csv](../../data/claims.csv) must hold for its statement to be *reproduced*; where it does not,
      |the statement is *refuted*, and *undecided* where the numbers cannot tell ([how certain](../explanation/numbers.md)).
      |
      |```
      |throughput[no index] < 100/s                   a metric of a variant of the statement's own study
      |p99[same-users: 5 × 60 threads] > 1.5 s        of another study
      |stall[CREATE INDEX | GET /journals] <= 1 s     of one request
      |throughput[A] = predicted[A] ± 5%              a part of the right side; also ± 1, or: in 35% .. 55%
      |throughput[A] ÷ throughput[B] > 2              + - × ÷ and brackets; units: ms, s, /s, %
      |a < 1 and not (b < 2 or c < 3)                 what is undecided stays so unless the other side decides
      |a < 1 given b > 0                              undecided unless b > 0
      |all # in 5, 10, 20: p99[# threads] < 1 s       for each of the numbers
      |max later%[A] < 50%                            max, min or median over all runs of a variant; runs[A]: how many
      |pairs of last.answer[A] < last.answer[B]       in so many pairs of runs that chance has them in 2.5 % of cases;
      |                                               refuted where as many do not hold
      |turns[A ÷ B] > 1.1                             throughput of A ÷ that of B, by turns in one run
      |```""".stripMargin

  private val times =
    """Response times are of OK responses alone: `p95` here is the `p95.ok` of [`explain --expect`](command.md#metrics), whose
      |`p95` is of all requests. Names with `failed.` are of failed requests alone, names with `.any` of both.""".stripMargin

  def render: String = {
    val metrics = Markdown.table(RunMetrics.described)(("metric", of => s"`${of._1}`"), ("of a run", _._2))
    Markdown.document(Vector("# Criteria", language, "## Metrics", times, metrics))
  }
}

private[document] object GlossaryDocument {
  def render: String = {
    val groups = Glossary.all.map { group =>
      val table = Markdown.table(group.terms)(
        ("term", term => s"${Markdown.anchor(term.id)}${term.name}"),
        ("meaning", _.meaning)
      )
      s"## ${group.title}\n\n$table"
    }
    Markdown.document("# Glossary" +: groups)
  }
}

/** Charts as files of their own, which follow the colour scheme of their reader. */
private[document] object Picture {
  def headline(experiments: Vector[ExperimentFindings]): String =
    ShareChart.of("headline", experiments).fold("no result of the headline\n")(_.standalone(StyleSheet.chart))

  def ask(answer: String): String = {
    val json = ujson.read(answer)
    val command = s"$$ mvn gatling:test -Dservice.jar=${json("service").str} -Dask='${json("asked").str}'"
    val lines = json("lines").arr.toVector.map(line => s"[ask] ${line.str}")
    ConsolePicture.of("A question and its answer", command +: lines)
  }
}

/** A variant as lists of experiments show it: its study's id and its class. `seconds` is its load time at quick scale,
  * all repeats together, unless it follows from an earlier run; `needs` are requirements that not every machine meets.
  */
final case class VariantRow(
    study: String,
    variant: String,
    simulation: String,
    load: String,
    seconds: Option[Long],
    needs: Vector[String]
)

/** Text of GitHub-flavoured Markdown. */
private[document] object Markdown {

  /** A whole document that [[Documents.command]] writes. */
  def document(parts: Vector[String]): String =
    (s"<!-- Generated: ${Documents.command} -->" +: parts).mkString("", "\n\n", "\n")

  def table[A](rows: Vector[A])(columns: (String, A => String)*): String =
    Table(columns.toVector.map { case (label, of) => Column.markdown(label)(of) }, rows).markdown.stripTrailing

  /** Anchor of a link to `#id`, independent of the heading. */
  def anchor(id: String): String = s"""<a id="$id"></a>"""

  def code(text: String): String = if (text.isEmpty) text else s"`$text`"

  /** An item of a list, in lines that are not too long. */
  def item(text: String): String = Text.wrapped(s"- $text", widest, indent = "  ").mkString("\n")

  /** A paragraph, wrapped alike. */
  def paragraph(text: String): String = item(text).linesIterator.map(_.drop(2)).mkString("\n")

  private val widest = 120
}

private[document] object ResultsDocument {
  private val introduction =
    """A run of each variant that counts, those of an experiment on one machine: a sound one, or else a disturbed one,
      |whose verdicts have a wider interval. They are lines of [results.jsonl](results.jsonl); a
      |[glossary](reference/glossary.md) explains each column. Compare ratios, not absolute numbers: another machine is
      |faster or slower.""".stripMargin

  def render(findings: Findings): String = {
    val run = findings.experiments.filterNot(_.evidence.isEmpty)
    val newest = run.flatMap(_.shown)
    val machine = Option.when(newest.nonEmpty)(Markdown.paragraph(ResultSentences.machine(newest)))
    Markdown.document(Vector("# Results", introduction) ++ machine ++ run.map(section))
  }

  private def section(findings: ExperimentFindings): String = {
    val study = findings.study
    val answer = findings.answer.map(sentence => Markdown.paragraph(s"**$sentence**"))
    val statements = findings.statements.filter(_.verdict != Verdict.NotRun)
    val advice = findings.advice.map(Markdown.item(_))
    val parts = Vector(s"## ${Markdown.anchor(study.id)}${study.title}", study.question) ++ answer ++
      Option.when(findings.hasRuns)(ofRuns(findings.shown)) ++
      Option.when(statements.nonEmpty)(
        Markdown.table(statements)(
          ("claim", of => s"`${of.published.id}`"),
          ("kind", _.published.kind.name),
          ("verdict", of => of.verdictName + (if (of.exploratory && of.isDecided) " (exploratory)" else "")),
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
    ("measured, /s", _.measured),
    ("measured ÷ predicted", _.efficiency.fold(Numbers.none)(Numbers.fixed(_, 3))),
    ("p50", _.latency(_.p50)),
    ("p99", _.latency(_.p99)),
    ("max", _.latency(_.max)),
    ("failed", run => Numbers.count(run.total.ko)),
    ("soundness", _.soundness.name)
  )
}
