package bottleneck.lab.explain.page.document

import bottleneck.lab.Markup
import bottleneck.lab.explain.page.ExampleResults._
import bottleneck.lab.explain.page.ExampleRuns
import bottleneck.lab.explain.record.Result
import bottleneck.lab.explain.verdict.Findings
import bottleneck.lab.TemporaryFolder
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class DocumentsSpec extends AnyFlatSpec with Matchers with TemporaryFolder {
  private val readme =
    """# A
      |<!-- console: random-latency -->
      |old
      |<!-- end of console -->
      |<!-- findings: journal, random-latency -->
      |<!-- end of findings -->
      |the end""".stripMargin

  private def findings(results: Result*): Findings = {
    results.foreach(ExampleRuns.write(folder, _))
    ExampleRuns.findings(folder)
  }

  "README" should "have the runs and the answers that its marks name, in lines that are not too long" in {
    val text = ReadmeBlock.replaced(readme, findings(oneInstance, fiveInstances))
    text should (startWith("# A\n") and endWith("the end") and not include "old")
    text should include("[lab]   random-latency, 5 instances                         975.6        977.0")
    text should include("- [Random latency](docs/results.md#random-latency): Yes: five instances answered 977.0/s, as")
    text.linesIterator.map(_.length).max should be <= 120
    ReadmeBlock.replaced(text, ExampleRuns.findings(folder)) shouldBe text
  }

  it should "leave out experiments without an answer, and stay as it is without marks" in {
    val text = ReadmeBlock.replaced(readme, findings(oneInstance))
    text should include("<!-- findings: journal, random-latency -->\n<!-- end of findings -->")
    ReadmeBlock.replaced("# A\n", ExampleRuns.findings(folder)) shouldBe "# A\n"
  }

  "A cell" should "not end at a bar or a line's end" in {
    Markdown.table(Vector("a"), Vector(Vector("x|y\nz"))) shouldBe "| a |\n| --- |\n| x\\|y z |"
  }

  "The picture" should "be an SVG of its own, with its title, its legend and both colour schemes" in {
    val journalIndex = findings(oneInstance, fiveInstances)
    val picture = Picture.headline(ReadmeBlock.headline(readme, journalIndex))
    val markup = Markup.of(picture)
    markup.tags should contain("svg")
    markup.texts("text") should contain allOf (
      "Throughput, as a share of what theory predicts (lines: intervals)",
      "measured",
      "5 instances"
    )
    markup.texts("style").head should include("prefers-color-scheme: dark")
  }
}
