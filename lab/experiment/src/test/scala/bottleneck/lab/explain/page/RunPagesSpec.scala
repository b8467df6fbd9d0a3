package bottleneck.lab.explain.page

import bottleneck.lab.explain.page.ExampleResults._
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.series.Timeline
import bottleneck.lab.explain.statistics.GeneratorGap
import bottleneck.lab.files.SpeedRate
import java.nio.file.Files
import org.scalatest.flatspec.AnyFlatSpec

class RunPagesSpec extends AnyFlatSpec with SitePages {
  "The site" should "show what ran at the other scale beside what is judged" in {
    val full = objected(fiveInstances, "carried", "3455/s were answered where threads allow 5854/s")
    latencyPage(oneInstance).texts("h2") should not contain "At the other scale"
    val both = latencyPage(full.copy(run = full.run.copy(identity = full.run.identity.copy(scale = "full"))))
    both.texts("h2") should contain("At the other scale")
    both.texts("p").filter(_.startsWith("The newest runs at full scale")) should have size 1
    both.texts("td").filter(_.contains("3455/s were answered where threads allow 5854/s")) should have size 1
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

  "An invalid run" should "look different from a disturbed one" in {
    val cut = objected(objected(fiveInstances, "steady", "it drifts"), "log", "it was cut")
    val page = latencyPage(oneInstance, cut)
    page.texts("desc").head should include("invalid run: 5: 977")
    page.elements("tr", "invalid") should not be empty
    page.elements("span", "invalid") should not be empty
    page.texts("article").mkString should (include("!\u00a0fails log") and include("~\u00a0disturbs steady"))
  }

  "The generator's part of a cycle" should "be shown, and not count as a fault" in {
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
