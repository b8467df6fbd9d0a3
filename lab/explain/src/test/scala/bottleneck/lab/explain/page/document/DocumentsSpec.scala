package bottleneck.lab.explain.page.document

import bottleneck.lab.{Project, TemporaryFolder}
import bottleneck.lab.explain.page.ExampleResults._
import bottleneck.lab.explain.page.ExampleRuns
import bottleneck.lab.explain.record.Result
import bottleneck.lab.explain.verdict.Findings
import bottleneck.lab.statistics.SteadyState
import java.nio.file.Files
import java.util.Locale
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class DocumentsSpec extends AnyFlatSpec with Matchers with TemporaryFolder {
  private val readme =
    """# A
      |<!-- commands -->
      |old
      |<!-- end of commands -->
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

  "README" should "have the times of commands, leave out experiments without an answer, and stay as it is without marks" in {
    val commands =
      """{"on": "timed", "commands": [{"command": "a", "about": "A", "first": 535, "again": 59},
        |{"command": "b c", "about": "B", "first": 8}]}""".stripMargin
    val text = MarkedBlocks.inReadme(readme, findings(oneInstance), commands)
    text should include("""<!-- commands -->
        |```sh
        |a     # A, 8:55 the first time, then 0:59
        |b c   # B, 0:08
        |# minutes:seconds timed
        |```
        |<!-- end of commands -->""".stripMargin)
    text should include("<!-- findings: journal, random-latency -->\n<!-- end of findings -->")
    MarkedBlocks.inReadme("# A\n", ExampleRuns.findings(folder), "{}") shouldBe "# A\n"
  }

  it should "show a question's command and what it said" in {
    val said = "a request takes " + "one more thing, " * 12
    val picture = Picture.ask(s"""{"service": "app.jar", "asked": "GET /a<b", "lines": ["$said", "done"]}""")
    val rows = "<text [^>]*>(.*?)</text>".r.findAllMatchIn(picture).map(_.group(1)).toVector
    rows.head shouldBe "$ mvn gatling:test -Dservice.jar=app.jar -Dask='GET /a&lt;b'"
    rows(1) should startWith("[ask] a request takes")
    rows(2) should startWith("  ")
    rows.last shouldBe "[ask] done"
  }

  "Trials" should "be counted by what their intervals contain" in {
    def trial(name: String, low: Double, high: Double): String =
      s"""{"trial": "$name", "throughput": {"value": 1, "low": $low, "high": $high, "n": 40}, "cpu": {"value": 1.03}, "pairs": [[1, 1], [1, 1]]}"""
    val lines = Vector(trial("A/A", 0.99, 1.01), trial("A/A", 0.96, 0.98), trial("A/B", 0.9, 0.97)).mkString("\n")
    val page = MarkedBlocks.ofTrials("a\n<!-- trials -->\nold\n<!-- end of trials -->\nz", lines)
    page should (startWith("a\n<!-- trials -->\n| trial ") and endWith("\n<!-- end of trials -->\nz"))
    page should include("| A/A | 2 | 1 | 1 | 1.000 | ± 1.0 % | 1.030 | 2 |")
    page should include("| A/B | 1 | 0 | 1 | 1.000 | ± 3.8 % | 1.030 | 2 |")
  }

  "A cell" should "not end at a bar or a line's end" in {
    Markdown.table(Vector("x|y\nz"))(("a", identity)) shouldBe "| a |\n| --- |\n| x\\|y z |"
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
