package bottleneck.lab.explain.page

import bottleneck.lab.explain.published.Published
import bottleneck.lab.explain.verdict.{Findings, ResultFiles, Study}
import bottleneck.lab.files.WholeFile
import java.nio.file.Path

/** Makes everything that is a function of all results anew: the pages, claims.json and TEST-claims.xml. */
object Rebuild {

  /** Reads every result.json below `results` and `history`, writes to `results`, and returns the first page. */
  def site(results: Path, history: Option[Path], studies: Vector[Study], published: Published): Path = {
    val found = ResultFiles.find(results, history)
    val findings = Findings.of(found, studies, published)
    WholeFile.write(results.resolve(ClaimsJson.file), ClaimsJson.render(findings.claims))
    WholeFile.write(results.resolve(ClaimsJunit.file), ClaimsJunit.render(findings.statements))
    Site.write(findings, results)
  }
}
