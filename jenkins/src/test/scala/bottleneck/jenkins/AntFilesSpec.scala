package bottleneck.jenkins

import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class AntFilesSpec extends AnyFlatSpec with Matchers with Scratch {
  private def found(patterns: String, excludes: String = ""): Vector[String] =
    AntFiles.find(folder, patterns, excludes).map(_.toString)

  "A pattern of Ant" should "match folders and names as Ant does" in {
    Vector("a.xml", "x/a.xml", "x/y/a.xml", "x/y/b.txt").foreach(write(_))
    found("**/*.xml") shouldBe Vector("a.xml", "x/a.xml", "x/y/a.xml")
    found("*.xml") shouldBe Vector("a.xml")
    found("x/*/a.xml") shouldBe Vector("x/y/a.xml")
    found("x/**") shouldBe Vector("x/a.xml", "x/y/a.xml", "x/y/b.txt")
    found("x/") shouldBe found("x/**")
    found("?.xml, **/b.*") shouldBe Vector("a.xml", "x/y/b.txt")
    found("**", excludes = "**/y/**") shouldBe Vector("a.xml", "x/a.xml")
    found("x.y") shouldBe empty
  }

  it should "leave out what belongs to Git" in {
    Vector(".git/config", "x/.gitignore", "x/a").foreach(write(_))
    found("**") shouldBe Vector("x/a")
  }
}
