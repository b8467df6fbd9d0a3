package bottleneck.lab.claims.page

import bottleneck.lab.claims.published.Published
import bottleneck.lab.claims.verdict.{ExperimentFindings, Findings, ResultFiles, StoredResult, Study}
import bottleneck.lab.log.{LogReader, WholeFile}
import bottleneck.lab.report.Page
import bottleneck.lab.report.chart.StyleSheet
import java.net.URLEncoder
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters._
import scala.jdk.StreamConverters._
import scala.util.Using

/** Makes everything that is a function of all results anew: the pages, claims.json and TEST-claims.xml. */
object Rebuild {

  /** Reads every result.json below `results` and `history`, writes to `results`, and returns the first page. */
  def site(results: Path, history: Option[Path], studies: Vector[Study], published: Published): Path =
    write(Findings.of(ResultFiles.find(results, history), studies, published), results)

  /** Writes what is found to `results`, and returns the first page. */
  def write(findings: Findings, results: Path): Path = {
    WholeFile.write(results.resolve(ClaimsJson.file), ClaimsJson.render(findings.claims))
    WholeFile.write(results.resolve(ClaimsJunit.file), ClaimsJunit.render(findings.statements))
    Site.write(findings, results)
  }
}

/** The static site: what [[Findings]] say, and the files of their runs. */
object Site {

  /** The page to open. */
  val index = "index.html"
  private val pages = "experiments"

  /** Writes every page into `root` and removes those of experiments that are no more: the entry. */
  def write(findings: Findings, root: Path): Path = {
    val written = findings.experiments.map(writePage(_, root))
    removeOthers(root.resolve(pages), written)
    WholeFile.write(root.resolve(Page.styleSheet), StyleSheet.page)
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

/** Targets of links, as relative URLs, of a page in the folder `page` of the site: empty or `experiments`. */
private[page] final case class Links(root: Path, page: String) {
  private val here = root.resolve(page)

  def to(file: Path): String = {
    val way = here.toAbsolutePath.normalize.relativize(file.toAbsolutePath.normalize)
    way.iterator.asScala.map(name => URLEncoder.encode(name.toString, UTF_8).replace("+", "%20")).mkString("/")
  }

  def styleSheet: String = to(root.resolve(Page.styleSheet))
  def glossary: String = to(root.resolve(Glossary.file))
  def index: String = to(root.resolve(Site.index))
  def experiment(id: String): String = to(Site.page(root, id))

  /** Gatling's own report, where the run's folder has it, or will: Gatling makes it of the log when the page is
    * written.
    */
  def gatling(run: StoredResult): Option[String] = {
    // that of two variants in one run is of both
    val folder = run.result.shared.fold(run.folder)(shared => run.folder.resolveSibling(shared.id))
    val report = folder.resolve("index.html")
    Option.when(Files.exists(report) || Files.exists(folder.resolve(LogReader.file)))(to(report))
  }

  def file(run: StoredResult, name: String): Option[String] =
    Some(run.folder.resolve(name)).filter(Files.exists(_)).map(to)

  /** A path as a person reads it: from the root, where it lies within it. */
  def text(file: Path): String = {
    val (from, path) = (root.toAbsolutePath.normalize, file.toAbsolutePath.normalize)
    if (path.startsWith(from)) from.relativize(path).toString else path.toString
  }
}
