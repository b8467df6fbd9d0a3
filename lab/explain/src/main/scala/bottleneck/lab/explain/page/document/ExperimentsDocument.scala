package bottleneck.lab.explain.page.document

import bottleneck.lab.explain.page.Answer
import bottleneck.lab.explain.published.Published
import bottleneck.lab.explain.verdict.Study

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
    (Vector(Markdown.generated(Documents.command), "# Experiments", introduction) ++ topics).mkString("", "\n\n", "\n")
  }

  private def section(study: Study, published: Published, variants: Vector[VariantRow]): String = {
    val statements = study.statements.map { statement =>
      val known = published.statement(statement.id)
      Vector(s"`${statement.id}`", known.fold("")(_.text), known.fold("")(_.criterion), statement.expected.name)
    }
    val parts = Vector(s"### ${Markdown.anchor(study.id)}${study.title}", study.question) ++
      Option.when(study.simulations.nonEmpty)(s"```sh\n${Answer.command(study.simulations)}\n```") ++
      Option.when(statements.nonEmpty)(
        Markdown.table(Vector("claim", "statement", "criterion", "expected here"), statements)
      ) ++
      Option.when(variants.nonEmpty)(Markdown.table(Vector("class", "load", "needs"), variants.map(row)))
    parts.mkString("\n\n")
  }

  /** Without what follows from the cores of the machine: names of some variants, and how long some loads are. */
  private def row(variant: VariantRow): Vector[String] = {
    val name = variant.simulation.drop(variant.simulation.lastIndexOf('.') + 1)
    Vector(s"`$name`", variant.load, variant.needs.mkString(", "))
  }
}
