package bottleneck.lab.explain.page

import bottleneck.lab.Markup
import bottleneck.lab.explain.page.ExampleResults._
import bottleneck.lab.explain.record.{Result, Speed, WorkSpeed}
import bottleneck.lab.explain.theory.Prediction
import java.nio.file.Files
import java.time.Duration
import org.scalatest.flatspec.AnyFlatSpec

class NightsPageSpec extends AnyFlatSpec with SitePages {
  private val hostile = "<script>alert(1)</script>"

  /** A sound run of the n-th night, limited by threads, whose service used 0.31 cores. */
  private def run(night: Int, throughput: Double, minutes: Int = 0, variant: String = "1 instance"): Result = {
    val plain = predicted(
      result("random-latency", variant, outcome(throughput, latency(50, 90, 95))),
      Prediction(200, "threads", "")
    )
    val start = ExampleResults.start.plus(Duration.ofDays(night.toLong)).plus(Duration.ofMinutes(minutes.toLong))
    at(plain.copy(run = plain.run.copy(id = s"run-$night-$minutes", startedAt = start.toString)), speed = 1)
  }

  private def at(run: Result, speed: Double): Result = {
    val work = WorkSpeed(Some(speed), Some(speed), Some(speed), Some(0))
    run.copy(machine = run.machine.copy(speed = Some(Speed(work, work, Vector.empty))))
  }

  private def limitedByCores(run: Result): Result = predicted(run, Prediction(200, "cores", ""))

  private def rows(runs: Result*): Vector[Vector[String]] = {
    build(runs: _*)
    Markup.read(nights).texts("td").grouped(6).map(_.tail).toVector
  }

  private def build(runs: Result*): Unit = {
    runs.foreach(ExampleRuns.write(folder, _))
    val _ = Rebuild.site(folder, None, ExampleRuns.studies, ExampleRuns.published(folder))
  }

  private def nights = folder.resolve("nights.html")

  private def links = Markup.read(folder.resolve("index.html")).attributes("a", "href")

  "The page of the nights" should "be there and be linked where a variant has two nights" in {
    build(run(0, 200), run(0, 201, minutes = 5))
    (Files.exists(nights), links.contains("nights.html")) shouldBe ((false, false))
    build(run(1, 200))
    (Files.exists(nights), links.contains("nights.html")) shouldBe ((true, true))
  }

  it should "compare the newest night with the median of those before, of sound runs alone" in {
    val unsound = objected(run(3, 5), "little", "N 50.0 vs X·R 46.1")
    rows(run(0, 200), run(1, 190), run(1, 170, minutes = 5), run(2, 200), unsound, run(4, 160)) shouldBe Vector(
      Vector("throughput, responses/s", "160.0", "200.0", "0.800", "4"),
      Vector("p99, ms", "90.0", "90.0", "1.000", "4"),
      Vector("CPU time of the service per response, ms", "1.94", "1.55", "1.250", "4")
    )
  }

  it should "compare like with like: cores, load, and the machine's speed where cores are the limit" in {
    val other = run(0, 100).copy(machine = run(0, 100).machine.copy(cpus = 64))
    val fast = at(limitedByCores(run(2, 300)), speed = 1.5)
    rows(other, limitedByCores(run(1, 200)), fast).map(_.drop(1)) shouldBe Vector(
      Vector("200.0", "200.0", "1.000", "2"),
      Vector("135.0", "90.0", "1.500", "2"),
      Vector("1.55", "1.55", "1.000", "2")
    )
  }

  it should "show what others wrote as text only, and hide no page for a time that cannot be" in {
    val file = ExampleRuns.write(folder, run(9, 200)).resolve("result.json")
    Files.writeString(file, text(file).replace(run(9, 200).run.startedAt, "yesterday"))
    build(run(0, 200, variant = hostile), run(1, 200, variant = hostile))
    val page = Markup.read(nights)
    page.tags should not contain "script"
    page.texts("th") should contain(hostile)
  }
}
