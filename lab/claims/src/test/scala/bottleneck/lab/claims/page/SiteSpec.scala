package bottleneck.lab.claims.page

import bottleneck.lab.claims.page.ExampleResults._
import bottleneck.lab.figures.json.Json
import bottleneck.lab.figures.reading.Timeline
import bottleneck.lab.figures.record.Result
import bottleneck.lab.log.{Markup, TemporaryFolder}
import java.nio.file.{Files, Path}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class SiteSpec extends AnyFlatSpec with Matchers with TemporaryFolder {
  private val examples: Vector[Result] = Vector(oneInstance, fiveInstances, noIndex, publishedIndex, keysetIndex)

  private def write(results: Result*): Path = {
    results.foreach(ExampleRuns.write(folder, _))
    rebuild()
  }

  private def rebuild(): Path = Site.write(ExampleRuns.findings(folder), folder)

  private def page(experiment: String): Path = folder.resolve(s"experiments/$experiment.html")
  private def pages: Vector[Path] =
    Vector("index.html", "glossary.html").map(folder.resolve) ++ ExampleRuns.studies.map(study => page(study.id))
  private def text(file: Path): String = Files.readString(file)

  "The site" should "need nothing that a strict policy forbids, and follow only links that lead somewhere" in {
    write(examples: _*)
    pages.foreach(file =>
      withClue(file) {
        val markup = Markup.read(file)
        markup.tags.intersect(Set("script", "style", "iframe", "object", "img", "base", "form")) shouldBe empty
        markup.attributeNames.filter(name => name == "style" || name.startsWith("on")) shouldBe empty
        markup.attributes("link", "href").map(file.getParent.resolve(_).normalize) shouldBe
          Vector(folder.resolve("style.css"))
        text(file) should not include "http"
        markup.attributes("html", "lang") shouldBe Vector("en")
        markup.attributes("meta", "content") should contain("width=device-width, initial-scale=1")
        markup.texts("title").head should endWith("Bottleneck")
        val ids = markup.attributes("*", "id")
        ids shouldBe ids.distinct
        for (link <- markup.attributes("a", "href")) {
          val (path, anchor) = link.span(_ != '#')
          val target = file.getParent.resolve(path)
          path should not(include(":") or startWith("/"))
          Files.exists(target) shouldBe true
          if (anchor.nonEmpty) Markup.read(target).attributes("*", "id") should contain(anchor.drop(1))
        }
      }
    )
    Markup.read(page("journal")).attributes("a", "href") should contain(s"../${noIndex.run.id}/plan.txt")
    text(folder.resolve("style.css")) should not(include("@import") or include("url("))
  }

  it should "forget a run that was deleted" in {
    write(examples: _*)
    pages.map(text).mkString should include(fiveInstances.run.id)
    remove(folder.resolve(fiveInstances.run.id))
    rebuild()
    pages.map(text).mkString should not include fiveInstances.run.id
    text(page("random-latency")) should include("No answer yet: its runs do not allow one.")
  }

  it should "remove the page of an experiment that is no more, and nothing else" in {
    val other = Files.createDirectories(folder.resolve("experiments")).resolve("notes.txt")
    Vector(other, page("of-old")).foreach(Files.writeString(_, "old"))
    rebuild()
    (Files.exists(page("of-old")), Files.exists(other)) shouldBe ((false, true))
    text(folder.resolve("index.html")) should include("No experiment has been run yet.")
  }

  private val hostile = "<script>alert(\"1\")</script>&amp;'\u0001"

  it should "show what others wrote as text only, and link no page of an experiment that it does not have" in {
    val run = identified(fiveInstances)(_.copy(variant = hostile, simulation = hostile))
    write(
      run.copy(total = run.total.copy(ko = 3, errors = Map(hostile -> 3L))),
      identified(oneInstance)(_.copy(experiment = "../../of-old"))
    )
    val markup = Markup.read(page("random-latency"))
    markup.tags should not contain "script"
    markup.texts("li").filter(_.startsWith("3 × <script>alert")) should have size 1
    val entry = Markup.read(folder.resolve("index.html"))
    entry.texts("li").count(_.startsWith("<script>")) shouldBe 1
    entry.texts("section").head should include("../../of-old, 1 instance")
    entry.attributes("a", "href").filter(_.contains("of-old")) shouldBe empty
  }

  it should "link a run's folder by where it is, not by what its result says" in {
    Files.move(ExampleRuns.write(folder, oneInstance), folder.resolve("a b#c?d%<script>"))
    rebuild()
    val markup = Markup.read(page("random-latency"))
    markup.attributes("a", "href") should contain("../a%20b%23c%3Fd%25%3Cscript%3E/index.html")
    markup.tags should not contain "script"
  }

  it should "say which results and which of a run's files cannot be read, and show the others" in {
    Vector(keysetIndex, oneInstance).foreach(ExampleRuns.write(folder, _))
    val large = Files.createDirectories(folder.resolve("large")).resolve("result.json")
    Files.writeString(large, " " * (Json.most.toInt + 1))
    Vector(Timeline.file, RunDetails.metrics).foreach(name =>
      Files.writeString(folder.resolve(keysetIndex.run.id).resolve(name), "?\n")
    )
    Files.write(folder.resolve(keysetIndex.run.id).resolve(RunDetails.plan), Array(0xc3.toByte, 0x28.toByte))
    rebuild()
    val entry = Markup.read(folder.resolve("index.html"))
    entry.texts("section").head should
      include("large/result.json: it cannot be read: it has 16777217 bytes and at most 16777216 are read")
    entry.texts("li").mkString should include("193.6/s")
    val reasons = Markup.read(page("journal")).texts("article").mkString
    Vector(
      "timeline.csv is wrong in line 1: the columns are not",
      "metrics.csv is wrong in line 1: its first column",
      "plan.txt cannot be read"
    ).foreach(reasons should include(_))
  }
}
