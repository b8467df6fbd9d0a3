package bottleneck.lab.explain.report

import bottleneck.lab.TemporaryFolder
import bottleneck.lab.explain.report.ExampleResults._
import bottleneck.lab.explain.result._
import bottleneck.lab.explain.series.Timeline
import bottleneck.lab.files.SpeedRate
import bottleneck.lab.explain.stats.GeneratorGap
import bottleneck.lab.run.host.Folders
import java.nio.file.{Files, Path}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class SiteSpec extends AnyFlatSpec with Matchers with TemporaryFolder {
  private val examples = Vector(oneInstance, fiveInstances, noIndex, publishedIndex, keysetIndex)
  private val hostile = "<script>alert(\"1\")</script>&amp;'\u0001"

  private def write(results: Result*): Path = {
    results.foreach(ExampleRuns.write(folder, _))
    rebuild()
  }

  private def rebuild(): Path = Site.write(ExampleRuns.findings(folder), folder)

  private def page(experiment: String): Path = folder.resolve(s"experiments/$experiment.html")
  private def pages: Vector[Path] =
    Vector("index.html", "glossary.html").map(folder.resolve) ++ ExampleRuns.studies.map(study => page(study.id))
  private def text(file: Path): String = Files.readString(file)
  private def latencyPage(results: Result*): Markup = {
    write(results: _*)
    Markup.read(page("random-latency"))
  }

  "The site" should "have an entry, a page for each experiment and a style sheet" in {
    write(examples: _*) shouldBe folder.resolve("index.html")
    Markup.read(folder.resolve("index.html")).attributes("a", "href") should contain("experiments/journal.html")
    pages.foreach(file => Files.exists(file) shouldBe true)
    text(folder.resolve("style.css")) should include("prefers-color-scheme: dark")
  }

  it should "show what ran at the other scale beside what is judged" in {
    val full = objected(fiveInstances, "carried", "3455/s were answered where threads allow 5854/s")
    latencyPage(oneInstance).texts("h2") should not contain "At the other scale"
    val both = latencyPage(full.copy(run = full.run.copy(identity = full.run.identity.copy(scale = "full"))))
    both.texts("h2") should contain("At the other scale")
    both.texts("p").filter(_.startsWith("The newest runs at full scale")) should have size 1
    both.texts("td").filter(_.contains("3455/s were answered where threads allow 5854/s")) should have size 1
  }

  it should "need nothing that a strict policy forbids" in {
    write(examples: _*)
    pages.foreach { file =>
      val markup = Markup.read(file)
      markup.tags.intersect(Set("script", "style", "iframe", "object", "img", "base", "form")) shouldBe empty
      markup.attributeNames.filter(name => name == "style" || name.startsWith("on")) shouldBe empty
      markup.attributes("link", "href").map(file.getParent.resolve(_).normalize) shouldBe Vector(
        folder.resolve("style.css")
      )
      val links = markup.attributes("*", "href") ++ markup.attributes("*", "src")
      links.filter(link => link.contains(":") || link.startsWith("/")) shouldBe empty
      text(file) should not include "http"
    }
    text(folder.resolve("style.css")) should not(include("@import") or include("url("))
  }

  it should "say in which language it is, how wide it is, and what each page is called" in {
    write(examples: _*)
    pages.foreach { file =>
      val markup = Markup.read(file)
      markup.attributes("html", "lang") shouldBe Vector("en")
      markup.attributes("meta", "content") should contain("width=device-width, initial-scale=1")
      markup.texts("title").head should endWith("Bottleneck")
      val ids = markup.attributes("*", "id")
      ids shouldBe ids.distinct
    }
  }

  it should "answer in the order in which one asks" in {
    write(examples :+ keysetIndex.copy(run = keysetIndex.run.copy(id = "again")): _*)
    Markup.read(page("journal")).attributes("section", "id") shouldBe
      ("answer claims advice variants charts plans pools connections runs seconds conditions validity"
        .split(" ")
        .toVector)
    text(page("journal")).indexOf("id=\"question\"") should be < text(page("journal")).indexOf("id=\"answer\"")
  }

  it should "follow only links that lead somewhere" in {
    write(examples: _*)
    for { file <- pages; link <- Markup.read(file).attributes("a", "href") }
      withClue(s"$link in $file: ") {
        val (path, anchor) = link.span(_ != '#')
        val target = file.getParent.resolve(path)
        Files.exists(target) shouldBe true
        if (anchor.nonEmpty) Markup.read(target).attributes("*", "id") should contain(anchor.drop(1))
      }
    Markup.read(page("journal")).attributes("a", "href") should contain(s"../${noIndex.run.id}/plan.txt")
  }

  it should "be the same when it is written again" in {
    write(examples: _*)
    val before = pages.map(text)
    rebuild()
    pages.map(text) shouldBe before
    Files.list(folder).filter(_.toString.endsWith(".part")).count shouldBe 0
  }

  it should "say what to do about runs that do not count, and only then" in {
    def notes(): Vector[String] = {
      rebuild()
      Markup.read(folder.resolve("index.html")).texts("p").filter(_.contains("What to do"))
    }
    ExampleRuns.write(folder, oneInstance)
    notes() shouldBe empty
    ExampleRuns.write(folder, objected(fiveInstances, "steady", "it drifts"))
    notes() should have size 1
  }

  it should "show what was run above what was not, which is folded" in {
    write(examples: _*)
    val entry = Markup.read(folder.resolve("index.html"))
    entry.attributes("section", "id").head shouldBe "overview"
    entry.texts("figcaption").head shouldBe "Throughput, as a share of what theory predicts (lines: intervals)"
    Folders.remove(folder.resolve(noIndex.run.id))
    Vector(publishedIndex, keysetIndex).foreach(run => Folders.remove(folder.resolve(run.run.id)))
    rebuild()
    val some = Markup.read(folder.resolve("index.html"))
    some.attributes("section", "id").last shouldBe "not-run"
    some.texts("summary").filter(_.startsWith("Experiments: ")) should have size 1
    some.elements("span", "not-run") should not be empty
    some.elements("span", "invalid") shouldBe empty
  }

  it should "name damaged results and show the others" in {
    ExampleRuns.write(folder, oneInstance)
    Files.writeString(Files.createDirectories(folder.resolve("broken")).resolve("result.json"), "{\"schema\":")
    rebuild()
    val entry = Markup.read(folder.resolve("index.html"))
    entry.texts("aside").mkString should (include("broken/result.json") and include("it is damaged"))
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

  it should "forget a run that was deleted" in {
    write(examples: _*)
    pages.map(text).mkString should include(fiveInstances.run.id)
    Folders.remove(folder.resolve(fiveInstances.run.id))
    rebuild()
    pages.map(text).mkString should not include fiveInstances.run.id
    text(page("random-latency")) should include("No answer yet: its runs do not allow one.")
  }

  it should "remove the page of an experiment that is no more, and nothing else" in {
    val other = Files.createDirectories(folder.resolve("experiments")).resolve("notes.txt")
    Vector(other, page("of-old")).foreach(Files.writeString(_, "old"))
    rebuild()
    Files.exists(page("of-old")) shouldBe false
    Files.exists(other) shouldBe true
  }

  it should "say which experiments have not run, and how to run them" in {
    rebuild()
    text(folder.resolve("index.html")) should include("No experiment has been run yet.")
    val waiting = Markup.read(page("journal"))
    waiting.texts("code") should contain("mvn gatling:test -Dgatling.includes='bottleneck.journal.*'")
    waiting.texts("section").head should include("No answer yet: it has not run yet.")
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

  it should "survive text that no file can hold" in {
    val file = ExampleRuns.write(folder, oneInstance).resolve("result.json")
    Files.writeString(file, text(file).replace("b61c871", "\\ud800"))
    rebuild()
    Markup.read(page("random-latency")).texts("td") should contain("?")
  }

  it should "link a run's folder by where it is, not by what its result says" in {
    Files.move(ExampleRuns.write(folder, oneInstance), folder.resolve("a b#c?d%"))
    rebuild()
    val links = Markup.read(page("random-latency")).attributes("a", "href")
    links should contain("../a%20b%23c%3Fd%25/index.html")
  }

  "A disturbed run" should "be marked wherever its number shows, with the reason" in {
    write(examples: _*)
    val reason = "little: N 50.0 vs X·R 46.1: off by 7.8 %"
    val entry = Markup.read(folder.resolve("index.html"))
    entry.texts("li").filter(_.startsWith("no index: 65.0/s")).mkString should (include(
      "disturbed: little"
    ) and include(
      reason
    ))
    val journal = Markup.read(page("journal"))
    journal.elements("tr", "disturbed") should have size 3 // of the variants, their pools and their connections
    journal.texts("td").filter(_.contains(reason)) should have size 1
    journal.texts("text") should contain("disturbed run: 65.0/s")
    journal.texts("details").count(_.contains(reason)) shouldBe 2 // its charts, and the part that has them
    journal.texts("summary").count(_.matches("no index.*disturbed: little")) shouldBe 2 // its charts and its plan
    journal.texts("article").count(_.contains("little: N 50.0 vs X·R 46.1")) shouldBe 1
  }

  it should "not be drawn as a measured one" in {
    val drawn = latencyPage(oneInstance, objected(fiveInstances, "steady", "it has a trend"))
    drawn.texts("desc").head should include("measured: 1: 193.6. published: 1: 200, 5: 1,010. disturbed run: 5: 977")
  }

  "An invalid run" should "be told from a disturbed one" in {
    val cut = objected(objected(fiveInstances, "steady", "it drifts"), "log", "it was cut")
    val page = latencyPage(oneInstance, cut)
    page.texts("desc").head should include("invalid run: 5: 977")
    page.elements("tr", "invalid") should not be empty
    page.elements("span", "invalid") should not be empty
    page.texts("article").mkString should (include("!\u00a0fails log") and include("~\u00a0disturbs steady"))
  }

  "The generator's part of a cycle" should "be told, and be no fault" in {
    val waited = latencyPage(
      oneInstance,
      fiveInstances.copy(measured =
        fiveInstances.measured.copy(byLoad =
          fiveInstances.measured.byLoad.copy(generatorGap = Some(GeneratorGap(3.1, 0.1)))
        )
      )
    )
    waited
      .texts("article")
      .filter(_.contains("the generator took 3.1 ms of a user's cycle of 31 ms (10 %)")) should have size 1
    waited.elements("tr", "disturbed") shouldBe empty
  }

  "What a run cannot tell" should "be said, and take nothing from it" in {
    val short = fiveInstances.copy(validity = fiveInstances.validity :+ Check.undecided("steady", "-4 to +18 %"))
    val page = latencyPage(oneInstance, short)
    page.texts("article").mkString should include("?\u00a0cannot tell steady: -4 to +18 %")
    page.elements("tr", "disturbed") shouldBe empty
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

  it should "tell what the load balancer was and did, where there was one" in {
    val balanced = fiveInstances.copy(
      machine = fiveInstances.machine.copy(versions = fiveInstances.machine.versions.copy(balancer = Some("2.6.12"))),
      target = fiveInstances.target
        .copy(balancer = Some(BalancerDescription("leastconn", 60000, "/health", 2000, 500, fall = 3, rise = 2))),
      measured =
        fiveInstances.measured.copy(balancer = Some(BalancerReading(Vector(BalancedServer("service-1", 12345)))))
    )
    val shown = latencyPage(oneInstance, balanced)
    shown.attributes("section", "id") should contain("balancer")
    shown.texts("td") should contain("12,345")
    val conditions = shown.texts("table").last
    Vector("HAProxy–2.6.12", "policy–leastconn", "health check–GET /health", "checks are apart–2.00\u202fs").foreach(
      conditions should include(_)
    )
    latencyPage(oneInstance, fiveInstances).texts("table").last should not include "policy"
  }

  it should "draw by number where each variant has one, and by name otherwise" in {
    latencyPage(oneInstance, fiveInstances).texts("desc").head should include("predicted: 1: 195.1, 5: 975.6")
    val twice = numbered(fiveInstances, "instances", 1)
    latencyPage(oneInstance, twice.copy(run = twice.run.copy(id = fiveInstances.run.id))).texts("desc").head should
      include("measured: 1 instance: 193.6, 5 instances: 977")
  }

  it should "tell the spread of the sound ones of several runs" in {
    val others = Vector(190.0, 196.0, 5.0).zipWithIndex.map { case (rate, n) =>
      val again = result("random-latency", "1 instance", outcome(rate, latency(5000, 6300, 7000)), -n - 1)
      if (rate < 100) objected(again, "generator", "it was the bottleneck") else again
    }
    val spread = latencyPage(oneInstance +: others: _*)
    // mean 193.2, standard deviation 3.0199, t(0.975, 2) = 4.3027: 7.50
    spread.texts("tr").filter(_.startsWith("1 instance43")).head.replace('\u202f', ' ') shouldBe
      "1 instance43190.0/s196.0/s193.2 ± 7.5"
    spread.texts("figcaption") should contain("Runs of 1 instance")
  }

  it should "show the first and the last plan beside each other" in {
    write(noIndex, publishedIndex, keysetIndex)
    val journal = Markup.read(page("journal"))
    journal.texts("div").filter(_.matches("(?s)no index ~.disturbed: little.*")).mkString should
      (include("Parallel Seq Scan") and include("keyset index") and not include "published index")
    journal.texts("pre") should have size 3
  }
}
