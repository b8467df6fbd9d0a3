package bottleneck.lab.explain.page

import bottleneck.lab.Markup
import bottleneck.lab.explain.page.ExampleResults._
import bottleneck.lab.explain.record.ResultJson
import bottleneck.lab.explain.series.Timeline
import bottleneck.lab.explain.verdict._
import bottleneck.lab.files.SpeedRate
import java.nio.file.Files
import org.scalatest.flatspec.AnyFlatSpec

class SiteInputSpec extends AnyFlatSpec with SitePages {
  private val hostile = "<script>alert(\"1\")</script>&amp;'\u0001"

  "The site" should "name results that are damaged or too large, and show the others" in {
    ExampleRuns.write(folder, oneInstance)
    Vector("broken" -> "{\"schema\":", "large" -> " " * (ResultJson.most.toInt + 1)).foreach { case (run, text) =>
      Files.writeString(Files.createDirectories(folder.resolve(run)).resolve("result.json"), text)
    }
    rebuild()
    val entry = Markup.read(folder.resolve("index.html"))
    entry.texts("aside").mkString should (include("broken/result.json: it is damaged") and
      include("large/result.json: it cannot be read: it has 16777217 bytes and at most 16777216 are read"))
    entry.texts("li").mkString should include("193.6/s")
  }

  it should "name results of experiments that it does not have" in {
    write(
      oneInstance.copy(run =
        oneInstance.run.copy(identity = oneInstance.run.identity.copy(experiment = "../../of-old"))
      )
    )
    val entry = Markup.read(folder.resolve("index.html"))
    entry.texts("aside").mkString should include("../../of-old, 1 instance")
    entry.attributes("a", "href").filter(_.contains("of-old")) shouldBe empty
  }

  it should "say what was skipped, why, and how to run it" in {
    val reason = "HAProxy is not installed <yet>."
    def skip(variant: String): Unit =
      SkipFiles.write(folder, s"a.$variant", Skip("random-latency", variant, reason, "2026-03-01T09:30:00Z"))
    Vector("1 instance", "5 instances").foreach(skip)
    rebuild()
    val alone = Markup.read(page("random-latency"))
    alone.texts("section").head should include("No answer yet: all of its variants were skipped.")
    alone.texts("li") should contain(s"5 instances was skipped, 2026-03-01 09:30 UTC: $reason")
    alone.texts("code") should contain("mvn gatling:test -Dgatling.includes='bottleneck.latency.*'")
    Markup.read(folder.resolve("index.html")).texts("li").filter(_.contains(reason)) should not be empty
    write(oneInstance)
    val beside = Markup.read(page("random-latency"))
    beside.texts("li").filter(_.contains("was skipped")) should have size 1
    beside.texts("tr").filter(_.contains(reason)).mkString should include("untestable")
  }

  it should "show what others wrote as text only" in {
    val run = fiveInstances.run.copy(identity =
      fiveInstances.run.identity.copy(variant = hostile, experiment = "random-latency", simulation = hostile)
    )
    write(
      fiveInstances.copy(
        run = run,
        measured = fiveInstances.measured.copy(total = fiveInstances.total.copy(ko = 3, errors = Map(hostile -> 3L)))
      )
    )
    val markup = Markup.read(page("random-latency"))
    markup.tags should not contain "script"
    markup.texts("li").filter(_.startsWith("3 × <script>alert")) should have size 1
    Markup.read(folder.resolve("index.html")).texts("li").count(_.startsWith("<script>")) shouldBe 1
  }

  it should "link a run's folder by where it is, not by what its result says" in {
    Files.move(ExampleRuns.write(folder, oneInstance), folder.resolve("a b#c?d%<script>"))
    rebuild()
    val markup = Markup.read(page("random-latency"))
    markup.attributes("a", "href") should contain("../a%20b%23c%3Fd%25%3Cscript%3E/index.html")
    markup.tags should not contain "script"
  }

  "A disturbed run" should "not be drawn as a measured one" in {
    val drawn = latencyPage(oneInstance, objected(fiveInstances, "steady", "it has a trend"))
    drawn.texts("desc").head should include("measured: 1: 193.6. published: 1: 200, 5: 1,010. disturbed run: 5: 977")
  }

  "A page" should "leave out what was not recorded" in {
    ExampleRuns.write(folder, oneInstance)
    Vector(Timeline.file, RunDetails.metrics, "index.html").foreach(name =>
      Files.delete(folder.resolve(oneInstance.run.id).resolve(name))
    )
    rebuild()
    val markup = Markup.read(page("random-latency"))
    markup.attributes("section", "id") should contain noneOf ("pools", "connections", "seconds", "plans", "runs")
    markup.attributes("a", "href").filter(_.contains(oneInstance.run.id)) shouldBe Vector(
      s"../${oneInstance.run.id}/result.json"
    )
  }

  it should "say which of a run's files cannot be read" in {
    ExampleRuns.write(folder, keysetIndex)
    Vector(Timeline.file, RunDetails.metrics, SpeedRate.file).foreach(name =>
      Files.writeString(folder.resolve(keysetIndex.run.id).resolve(name), "?\n")
    )
    Files.write(folder.resolve(keysetIndex.run.id).resolve(RunDetails.plan), Array(0xc3.toByte, 0x28.toByte))
    rebuild()
    val reasons = Markup.read(page("journal")).texts("article").mkString
    Vector(
      "timeline.csv is wrong in line 1: the columns are not",
      "metrics.csv is wrong in line 1: its first column",
      "plan.txt cannot be read",
      "speed.csv is wrong in line 1"
    ).foreach(
      reasons should include(_)
    )
  }
}
