package bottleneck.lab.claims.page.document

import bottleneck.lab.claims.page.ExampleResults._
import bottleneck.lab.claims.page.ExampleRuns
import bottleneck.lab.figures.statistics.SteadyState
import bottleneck.lab.log.{Project, TemporaryFolder}
import java.nio.file.Files
import java.util.Locale
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
  }

  "A question's picture" should "hold its command as text" in {
    val picture = Picture.ask("""{"service": "app.jar", "asked": "GET /a<b", "lines": ["done"]}""")
    picture should include("Dask='GET /a&lt;b'</text>")
  }
}

class SteadyPageSpec extends AnyFlatSpec with Matchers {
  private val page = Project.root.resolve("docs").resolve("explanation").resolve("steady.md")
  private val noises = Vector(0.01, 0.02, 0.03, 0.05, 0.08, 0.12)
  private val windows = Vector(18, 30, 60)

  private def percent(value: Double): String = "%.0f %%".formatLocal(Locale.ROOT, value * 100)

  private def row(noise: Double): String = {
    val asked = SteadyState.seconds(noise)
    val seen = (windows :+ asked).map(seconds => percent(SteadyState.smallestSeen(noise, seconds)))
    (Vector(percent(noise), s"$asked s") ++ seen).mkString("| ", " | ", " |")
  }

  "The page on steady windows" should "have the numbers of the code" in {
    val head = (Vector("noise of a second", "window that it asks for") ++
      windows.map(seconds => s"seen in $seconds s") :+ "seen in that window").mkString("| ", " | ", " |")
    val table = Vector(head, "|" + "---:|" * 6) ++ noises.map(row)
    Files.readString(page) should include(table.mkString("\n"))
  }
}
