package bottleneck.lab.explain.page.document

import bottleneck.lab.explain.published.Published
import bottleneck.lab.explain.verdict.{Findings, Study}
import java.nio.file.Path

/** Everything in the documentation that follows from code and results. */
object Documents {

  /** How they are written anew. */
  val command = "mvn -q test-compile exec:java@docs"

  /** Text of each file by its path from the root of the project.
    *
    * @param findings
    *   of the results in docs/results
    * @param readme
    *   as it is, whose marked block is replaced
    */
  def all(
      findings: Findings,
      studies: Vector[Study],
      variants: Vector[VariantRow],
      published: Published,
      readme: String
  ): Map[Path, String] = Map(
    "docs/results.md" -> ResultsDocument.render(findings),
    "docs/reference/experiments.md" -> ExperimentsDocument.render(studies, published, variants),
    "docs/reference/glossary.md" -> GlossaryDocument.render,
    "docs/pictures/headline.svg" -> Picture.headline(ReadmeBlock.headline(readme, findings)),
    "README.md" -> ReadmeBlock.replaced(readme, findings)
  ).map { case (path, text) => Path.of(path) -> text }
}
