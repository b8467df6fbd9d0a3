package bottleneck.lab.explain.page

import bottleneck.lab.explain.history.MadeNights._
import bottleneck.lab.explain.record.Result
import java.nio.file.{Files, Path}
import org.scalatest.flatspec.AnyFlatSpec

class NightsPageSpec extends AnyFlatSpec with SitePages {
  private val steady = Vector.tabulate(15)(night => in(night, made(200 + night % 3), s"c$night"))
  private val fallen = in(15, made(160), "c15")
  private val repeated = in(15, made(161), "c15", minutes = 9)

  private def build(runs: Vector[Result]): Path = {
    runs.foreach(ExampleRuns.write(folder, _))
    Rebuild.site(folder, None, ExampleRuns.studies, ExampleRuns.published(folder))
  }

  private def nights: Markup = Markup.read(folder.resolve("nights.html"))

  private def junit: Markup = Markup.read(folder.resolve("TEST-history.xml"))

  "The page of the nights" should "be there from the second night on, and be linked" in {
    build(steady.take(1))
    Files.exists(folder.resolve("nights.html")) shouldBe false
    Files.exists(folder.resolve("nights")) shouldBe false
    build(steady.take(2))
    Markup.read(folder.resolve("index.html")).attributes("a", "href") should contain("nights.html")
    Markup.read(page("random-latency")).attributes("a", "href") should contain("../nights.html")
    nights.texts("p").head shouldBe "2 nights, 4 series compared after the newest one: no regression."
  }

  it should "say what changed, whether it is real, and where to look" in {
    build(steady :+ fallen)
    val cells = nights.texts("td")
    cells.head should endWith("suspected regression")
    cells(1) should startWith("Random latency, 1 instance: throughput fell by")
    cells(1) should endWith("with the night of 2026-03-16 09:30 UTC")
    cells(2) shouldBe "suspected: no run since then"
    cells(3) should startWith("git log c14..c15")
    cells(3) should include("Changed too: CPU time per response.")
    nights.texts("p").mkString should include(
      "The false discovery rate over all variants and metrics of a night is at most 1.0"
    )
  }

  it should "confirm what a repeat shows" in {
    build(steady :+ fallen :+ repeated)
    nights.texts("td").head should endWith("confirmed regression")
    nights.texts("td")(2) should startWith("confirmed in the night of 2026-03-16 09:30 UTC by 1 run that did not")
  }

  it should "name the smallest difference where there is none" in {
    build(steady)
    val table = Markup.read(page("random-latency"))
    val states = table.texts("td").filter(_.startsWith("no detectable difference of "))
    states should have size 4
    table.texts("th") should contain("Mann–Whitney p")
    table.texts("figcaption") should contain("Throughput of 1 instance")
  }

  it should "say the noise floor where the same variant ran twice, and which change could be seen" in {
    val study = ExampleStudies.randomLatency
    val alike = study.copy(conclusions = study.conclusions.copy(alike = Vector("1 instance", "again")))
    val again = steady.map(run =>
      run.copy(run = run.run.copy(id = s"again-${run.run.id}", identity = run.run.identity.copy(variant = "again")))
    )
    (steady ++ again).foreach(ExampleRuns.write(folder, _))
    Rebuild.site(folder, None, Vector(alike), ExampleRuns.published(folder))
    nights.texts("p").mkString should include regex "in 95 of 100 nights: throughput [0-9.]+\\P{Alnum}?% \\(15"
    nights.texts("li").head should include("no regression; smallest detectable difference of throughput ")
    build(steady)
    nights.texts("p").mkString should include("Noise floor: not known")
  }

  it should "count what is left out" in {
    build(steady :+ fallen.copy(machine = fast(fallen.machine, None)))
    nights.texts("p").mkString should include("Left out: 1 run the machine's speed is not known.")
  }

  it should "need nothing that a strict policy forbids, and follow only links that lead somewhere" in {
    build(steady :+ fallen)
    for { file <- Vector(folder.resolve("nights.html"), page("random-latency"), folder.resolve("index.html")) } {
      val markup = Markup.read(file)
      markup.tags.intersect(Set("script", "style", "iframe", "object", "img", "base", "form")) shouldBe empty
      markup.attributeNames.filter(name => name == "style" || name.startsWith("on")) shouldBe empty
      val ids = markup.attributes("*", "id")
      ids shouldBe ids.distinct
      markup.attributes("a", "href").foreach { link =>
        val (path, anchor) = link.span(_ != '#')
        val target = file.getParent.resolve(path)
        withClue(s"$link in $file: ")(Files.exists(target) shouldBe true)
        if (anchor.nonEmpty) Markup.read(target).attributes("*", "id") should contain(anchor.drop(1))
      }
    }
  }

  "TEST-history.xml" should "fail by a confirmed regression alone" in {
    build(steady)
    junit.attributes("testsuite", "failures") shouldBe Vector("0")
    junit.attributes("testcase", "name").head shouldBe "1 instance: throughput"
    build(steady :+ fallen)
    junit.attributes("testsuite", "failures") shouldBe Vector("0")
    junit.attributes("skipped", "message").head should startWith("throughput fell by")
    build(steady :+ fallen :+ repeated)
    junit.attributes("failure", "message").head should startWith("throughput fell by")
  }

  it should "skip what too few nights do not tell" in {
    build(steady.take(3))
    junit.attributes("skipped", "message").distinct shouldBe Vector("3 nights are too few to compare")
    build(Vector.empty)
    junit.attributes("testsuite", "name") shouldBe Vector("history")
  }

  "The series" should "be a test of Otava" in {
    build(steady.take(2))
    text(folder.resolve("nights/random-latency.1-instance.csv")).linesIterator.toVector shouldBe Vector(
      "time,commit,throughput,mean-response-time,p99-response-time,cpu-time-per-response",
      s"2026-03-01T09:30:00Z,c0,200.0,${50 * 1.1},90.0,1.55",
      s"2026-03-02T09:30:00Z,c1,201.0,${50 * 1.1},90.0,${310.0 / 201}"
    )
    text(folder.resolve("nights/otava.yaml")) should startWith(
      """tests:
        |  random-latency.1-instance:
        |    type: csv
        |    file: random-latency.1-instance.csv
        |    time_column: time
        |    attributes: [commit]
        |    metrics:
        |      throughput: {direction: 1}
        |      mean-response-time: {direction: -1}
        |""".stripMargin
    )
  }

  it should "have no column with an empty cell for Otava" in {
    val unknown = steady(1).copy(server = steady(1).server.copy(cpu = steady(1).server.cpu.copy(service = None)))
    build(Vector(steady.head, unknown))
    text(folder.resolve("nights/random-latency.1-instance.csv")) should startWith(
      "time,commit,throughput,mean-response-time,p99-response-time\n"
    )
  }

  it should "be lines of JSON" in {
    build(steady.take(2) :+ in(1, made(190), "c1", minutes = 5))
    val lines = text(folder.resolve("nights/history.jsonl")).linesIterator.map(ujson.read(_)).toVector
    lines should have size 8
    lines(1) shouldBe ujson.Obj(
      "night" -> "2026-03-02T09:30:00Z",
      "commit" -> "c1",
      "experiment" -> "random-latency",
      "variant" -> "1 instance",
      "metric" -> "throughput",
      "unit" -> "responses/s",
      "value" -> 201.0,
      "repeats" -> ujson.Arr(190.0)
    )
  }

  it should "be OpenMetrics, in base units" in {
    build(steady.take(2))
    val lines = text(folder.resolve("nights/openmetrics.txt")).linesIterator.toVector
    lines.take(3) shouldBe Vector(
      "# TYPE bottleneck_throughput_per_second gauge",
      "# HELP bottleneck_throughput_per_second Successful responses per second.",
      """bottleneck_throughput_per_second{experiment="random-latency",variant="1 instance"} 200.0 1772357400"""
    )
    lines should contain("# UNIT bottleneck_response_time_p99_seconds seconds")
    lines.filter(_.startsWith("bottleneck_response_time_p99_seconds{")).head should include(" 0.09 ")
    lines.last shouldBe "# EOF"
  }

  it should "be removed with the runs" in {
    build(steady.take(2))
    bottleneck.lab.run.host.Folders.remove(folder.resolve(steady(1).run.id))
    build(Vector.empty)
    Files.exists(folder.resolve("nights.html")) shouldBe false
    Files.list(folder.resolve("nights")).count shouldBe 0
  }
}
