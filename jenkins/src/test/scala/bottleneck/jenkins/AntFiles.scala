package bottleneck.jenkins

import java.nio.file.{Files, Path}
import scala.jdk.StreamConverters._
import scala.util.Using
import scala.util.matching.Regex

/** Files by patterns of Ant, as Jenkins' publishers find them: `**` for any folders, `*` and `?` within a name, several
  * separated by commas.
  */
object AntFiles {

  /** Paths relative to `folder`, sorted. Left out is what Ant leaves out by itself of which a checkout has something.
    */
  def find(folder: Path, patterns: String, excludes: String = ""): Vector[Path] = {
    val (wanted, unwanted) = (regexes(patterns), regexes(s"$excludes,**/.git/**,**/.gitignore,**/.gitattributes"))
    def matching(path: Path, of: Vector[Regex]): Boolean = of.exists(_.matches(path.toString))
    if (!Files.isDirectory(folder)) Vector.empty
    else
      Using
        .resource(Files.walk(folder))(_.filter(Files.isRegularFile(_)).toScala(Vector))
        .map(folder.relativize)
        .filter(path => matching(path, wanted) && !matching(path, unwanted))
        .sorted
  }

  /** Copies what `find` finds, and says which. */
  def copy(from: Path, to: Path, patterns: String, excludes: String = ""): Vector[Path] = {
    val found = find(from, patterns, excludes)
    found.foreach { file =>
      val target = to.resolve(file.toString)
      Files.createDirectories(target.getParent)
      Files.copy(from.resolve(file), target, java.nio.file.StandardCopyOption.REPLACE_EXISTING)
    }
    found
  }

  private def regexes(patterns: String): Vector[Regex] =
    patterns.split(",").toVector.map(_.trim).filter(_.nonEmpty).map(regex)

  private def regex(pattern: String): Regex = {
    val whole = if (pattern.endsWith("/")) s"$pattern**" else pattern
    val parts = """\*\*/|/\*\*$|\*\*|\*|\?|[^*?/]+|/""".r.findAllIn(whole).map {
      case "**/" => "(?:[^/]+/)*"
      case "/**" => "(?:/.*)?"
      case "**" => ".*"
      case "*" => "[^/]*"
      case "?" => "[^/]"
      case text => Regex.quote(text)
    }
    parts.mkString.r
  }
}
