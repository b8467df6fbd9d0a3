package bottleneck.lab.claims.page.document

import bottleneck.lab.claims.page.ExampleResults._
import bottleneck.lab.claims.page.ExampleRuns
import bottleneck.lab.log.TemporaryFolder
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class DocumentsSpec extends AnyFlatSpec with Matchers with TemporaryFolder {

  /** All else is as DocsSpec compares it with the documents. */
  "README" should "leave out experiments without an answer, and stay as it is without marks" in {
    ExampleRuns.write(folder, oneInstance)
    val findings = ExampleRuns.findings(folder)
    val marks = "<!-- findings: journal, random-latency -->\n<!-- end of findings -->\nthe end"
    MarkedBlocks.inReadme(marks, findings, "{}") shouldBe marks
    MarkedBlocks.inReadme("# A\n", findings, "{}") shouldBe "# A\n"
    MarkedBlocks.withAdvice(marks, findings) shouldBe marks
  }

  "A question's picture" should "hold its command as text" in {
    val picture = Picture.ask("""{"service": "app.jar", "asked": "GET /a<b", "lines": ["done"]}""")
    picture should include("Dask='GET /a&lt;b'</text>")
  }
}
