package bottleneck.lab.explain.page.document

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

  "README" should "leave out experiments without an answer, and stay as it is without marks" in {
    val text = ReadmeBlock.replaced(readme, findings(oneInstance))
    text should include("<!-- findings: journal, random-latency -->\n<!-- end of findings -->")
    ReadmeBlock.replaced("# A\n", ExampleRuns.findings(folder)) shouldBe "# A\n"
  }

  "A cell" should "not end at a bar or a line's end" in {
    Markdown.table(Vector("a"), Vector(Vector("x|y\nz"))) shouldBe "| a |\n| --- |\n| x\\|y z |"
  }
}
