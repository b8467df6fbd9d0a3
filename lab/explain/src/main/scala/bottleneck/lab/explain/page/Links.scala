package bottleneck.lab.explain.page

import bottleneck.lab.log.LogReader
import bottleneck.lab.explain.verdict.{StoredResult, Study}
import bottleneck.lab.page.PageParts
import java.net.URLEncoder
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters._

/** Targets of a page's links, as relative URLs.
  *
  * @param root
  *   folder of the site
  * @param page
  *   the folder of the page, relative to the root: empty or `experiments`
  */
private[page] final case class Links(root: Path, page: String) {
  private val here = root.resolve(page)

  def to(file: Path): String = {
    val way = here.toAbsolutePath.normalize.relativize(file.toAbsolutePath.normalize)
    way.iterator.asScala.map(name => URLEncoder.encode(name.toString, UTF_8).replace("+", "%20")).mkString("/")
  }

  def styleSheet: String = to(root.resolve(PageParts.styleSheet))
  def glossary: String = to(root.resolve(Glossary.file))
  def index: String = to(root.resolve(Site.index))
  def experiment(id: String): String = to(Site.page(root, id))
  def experiment(study: Study): String = experiment(study.id)

  /** Gatling's own report, where the run's folder has it, or will: Gatling makes it of the log when the page is
    * written.
    */
  def gatling(run: StoredResult): Option[String] = {
    val report = run.folder.resolve("index.html")
    Option.when(Files.exists(report) || Files.exists(run.folder.resolve(LogReader.file)))(to(report))
  }

  def file(run: StoredResult, name: String): Option[String] =
    Some(run.folder.resolve(name)).filter(Files.exists(_)).map(to)

  /** A path as a person reads it: from the root, where it lies within it. */
  def text(file: Path): String = {
    val (from, path) = (root.toAbsolutePath.normalize, file.toAbsolutePath.normalize)
    if (path.startsWith(from)) from.relativize(path).toString else path.toString
  }
}
