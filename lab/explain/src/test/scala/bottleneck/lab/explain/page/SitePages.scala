package bottleneck.lab.explain.page

import bottleneck.lab.explain.page.ExampleResults._
import bottleneck.lab.explain.record._
import bottleneck.lab.TemporaryFolder
import java.nio.file.{Files, Path}
import org.scalatest.Suite
import org.scalatest.matchers.should.Matchers

/** The pages of results that are made up. */
trait SitePages extends TemporaryFolder with Matchers { this: Suite =>
  protected val examples: Vector[Result] = Vector(oneInstance, fiveInstances, noIndex, publishedIndex, keysetIndex)

  def write(results: Result*): Path = {
    results.foreach(ExampleRuns.write(folder, _))
    rebuild()
  }

  def rebuild(): Path = Site.write(ExampleRuns.findings(folder), folder)

  def page(experiment: String): Path = folder.resolve(s"experiments/$experiment.html")
  def pages: Vector[Path] =
    Vector("index.html", "glossary.html").map(folder.resolve) ++ ExampleRuns.studies.map(study => page(study.id))
  def text(file: Path): String = Files.readString(file)
}
