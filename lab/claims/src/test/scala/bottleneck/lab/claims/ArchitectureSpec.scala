package bottleneck.lab.claims

import bottleneck.lab.log.Project
import bottleneck.lab.parts.host.Folders
import java.nio.file.Files
import java.util.regex.Pattern
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.jdk.StreamConverters._
import scala.util.Using

/** Maven keeps the modules apart; this the packages within them. */
class ArchitectureSpec extends AnyFlatSpec with Matchers {
  private val sources = Using
    .resource(Files.list(Project.root.resolve("lab")))(_.toScala(Vector))
    .map(_.resolve("src/main/scala"))
    .filter(Files.isDirectory(_))
    .flatMap(Folders.tree)
    .filter(_.toString.endsWith(".scala"))

  private val packages = sources.map(file => declared(Files.readString(file))).distinct

  /** Each package with another that it names. */
  private val arrows: Set[(String, String)] = {
    for {
      file <- sources
      text = Files.readString(file)
      from = declared(text)
      to <- packages
      named = s"import ${Pattern.quote(to)}\\.(_|\\{|[A-Z]).*"
      if to != from && text.linesIterator.exists(_.matches(named))
    } yield from -> to
  }.toSet

  private def declared(text: String): String = text.linesIterator.next().stripPrefix("package ")

  "Packages" should "not name each other" in {
    arrows.filter { case (from, to) => from < to && arrows.contains(to -> from) } shouldBe empty
  }

  "The search" should "find an import that is there" in {
    arrows should contain("bottleneck.lab.engine" -> "bottleneck.lab.figures.record")
  }
}
