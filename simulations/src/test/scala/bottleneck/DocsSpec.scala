package bottleneck

import bottleneck.Checkout.project
import bottleneck.lab.claims.WriteDocs
import bottleneck.lab.parts.host.Folders
import java.nio.file.{Files, Path}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class DocsSpec extends AnyFlatSpec with Matchers {
  private def page(name: String): String = Checkout.text(s"docs/reference/$name")

  private val pages: Vector[Path] =
    Vector("README.md", "CONTRIBUTING.md").map(project.resolve) ++
      Folders.tree(project.resolve("docs")).filter(_.toString.endsWith(".md"))

  /** First cells of the tables of a page, as far as they are code. */
  private def named(page: String): Set[String] = "(?m)^\\| `([^`]+)`".r.findAllMatchIn(page).map(_.group(1)).toSet

  "The generated documents" should "be as the command writes them" in {
    val documents = WriteDocs.documents(project).fold(problem => fail(problem.sentence), identity)
    documents.collect {
      case (file, expected) if !Files.exists(file) || Files.readString(file) != expected => file
    } shouldBe empty
  }

  "README" should "name experiments that have an answer" in {
    val readme = Checkout.text("README.md")
    val named = "<!-- findings: (.*?) -->".r.findFirstMatchIn(readme).fold("")(_.group(1)).split(", ").toVector
    named.filterNot(id => readme.contains(s"docs/results.md#$id): ")) shouldBe empty
    Checkout.text("docs/pictures/headline.svg") should (include("no index") and include("5 instances"))
  }

  "The reference of endpoints" should "name those of the service, and no others" in {
    val sources = Folders.tree(project.resolve("target-service/src/main"))
    val endpoints = sources.filter(_.toString.endsWith("Controller.java")).map(Files.readString(_)).flatMap { code =>
      val base = "@RequestMapping\\(\"(.*?)\"\\)".r.findFirstMatchIn(code).fold("")(_.group(1))
      "@(Get|Put)Mapping(?:\\(\"(.*?)\"\\))?".r
        .findAllMatchIn(code)
        .map(found => s"${found.group(1).toUpperCase} $base${Option(found.group(2)).getOrElse("")}")
    }
    named(page("endpoints.md")).filter(_.contains(" /")) shouldBe endpoints.toSet
  }

  "The reference of faults" should "name tests that there are" in {
    val rows = page("faults.md").linesIterator.filter(_.startsWith("| ")).filterNot(_.startsWith("| fault")).toVector
    val named = """\| \[\w+\]\((.*?)\): (.*?)(?: [¹²])? \|$""".r
    val missing = rows.filterNot { row =>
      named.findFirstMatchIn(row).exists { found =>
        val test = project.resolve("docs/reference").resolve(found.group(1)).normalize
        val name = found.group(2)
        Files.exists(test) && Vector(s"""should "$name"""", s"void $name(").exists(Files.readString(test).contains(_))
      }
    }
    rows should not be empty
    missing shouldBe empty
  }

  "Every link" should "lead to a file and an anchor that exist" in {
    val dead = for {
      file <- pages
      link <- "\\]\\(([^)#]*)(?:#([^)]+))?\\)".r.findAllMatchIn(Files.readString(file))
      to = link.group(1)
      if !to.contains("://")
      target = if (to.isEmpty) file else file.getParent.resolve(to).normalize
      if !Files.exists(target) || Option(link.group(2)).exists(!anchors(target).contains(_))
    } yield s"${project.relativize(file)}: ${link.matched}"
    dead shouldBe empty
  }

  /** Anchors: those that GitHub makes of headings, and explicit ones. */
  private def anchors(file: Path): Set[String] = {
    val text = Files.readString(file)
    val own = "<a id=\"(.*?)\">".r.findAllMatchIn(text).map(_.group(1))
    val headings = "(?m)^#+ (.*)$".r
      .findAllMatchIn(text)
      .map(_.group(1).replaceAll("<.*?>", "").toLowerCase.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'))
    (own ++ headings).toSet
  }
}
