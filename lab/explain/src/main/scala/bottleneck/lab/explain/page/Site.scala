package bottleneck.lab.explain.page

import bottleneck.lab.chart.StyleSheet
import bottleneck.lab.explain.verdict.{ExperimentFindings, Findings}
import bottleneck.lab.files.WholeFile
import bottleneck.lab.page.PageParts
import java.nio.file.{Files, Path}
import scala.jdk.StreamConverters._
import scala.util.Using

/** The static site: what [[Findings]] say, and the files of their runs. */
object Site {

  /** The page to open. */
  val index = "index.html"
  private val pages = "experiments"

  /** Writes every page into `root` and removes those of experiments that are no more: the entry. */
  def write(findings: Findings, root: Path): Path = {
    val written = findings.experiments.map(writePage(_, root))
    removeOthers(root.resolve(pages), written)
    WholeFile.write(root.resolve(PageParts.styleSheet), StyleSheet.page)
    WholeFile.write(root.resolve(Glossary.file), Glossary.page(Links(root, "")))
    WholeFile.write(root.resolve(index), IndexPage.render(findings, Links(root, "")))
    root.resolve(index)
  }

  private[page] def page(root: Path, experiment: String): Path = root.resolve(pages).resolve(s"$experiment.html")

  private def writePage(findings: ExperimentFindings, root: Path): Path = {
    val files = findings.evidence.variants.map(variant => variant -> RunDetails.read(variant.typical))
    val file = page(root, findings.study.id)
    WholeFile.write(file, new ExperimentPage(findings, files, Links(root, pages)).render)
    file
  }

  private def removeOthers(folder: Path, written: Vector[Path]): Unit =
    if (Files.isDirectory(folder))
      Using
        .resource(Files.list(folder))(_.toScala(Vector))
        .filter(file => file.toString.endsWith(".html") && !written.contains(file))
        .foreach(Files.deleteIfExists(_))
}
