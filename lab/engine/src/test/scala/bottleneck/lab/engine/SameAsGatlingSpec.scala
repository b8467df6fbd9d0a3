package bottleneck.lab.engine

import bottleneck.lab.figures.reading.RunStatistics
import bottleneck.lab.figures.statistics.Window
import bottleneck.lab.log.{ChildJvm, GoldenLogs, MadeLog}
import java.nio.file.{Files, Path}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.util.Random

/** The whole run by our statistics and by Gatling's own report of the same log. */
class SameAsGatlingSpec extends AnyFlatSpec with Matchers with GoldenLogs with ChildJvm {

  /** Statistics of all requests: total, OK, KO; in ms: minimum, p50, p75, p95, p99, maximum, mean. */
  private def reported(run: Path): Vector[Double] = {
    jvm("io.gatling.app.Gatling", "-rf", run.getParent.toString, "-ro", run.getFileName.toString)._1 shouldBe 0
    val html = Files.readString(run.resolve("index.html"))
    val row = html.slice(html.indexOf("<tr id=\"ROOT\""), html.indexOf("</tr>", html.indexOf("<tr id=\"ROOT\"")))
    val cells = """<td class="value [a-z]+ col-(\d+)">([\d.]+)</td>""".r
      .findAllMatchIn(row)
      .map(cell => cell.group(1).toInt -> cell.group(2).toDouble)
      .toMap
    (2 to 4).map(cells).toVector ++ (7 to 13).map(cells)
  }

  private def computed(log: Path): Vector[Double] = {
    val run = RunStatistics.read(log, RunStatistics.of(Window(0, 60000))).fold(error => fail(error.message), _.figures)
    Vector(run.all, run.ok, run.ko).map(_.count.toDouble) ++
      run.all.percentiles(Vector(0, 50, 75, 95, 99, 100)).map(_.toDouble) :+ run.all.mean
  }

  private def mergeLogs(arguments: String*): (Int, String) = jvm("bottleneck.lab.engine.MergeLogs" +: arguments: _*)

  "Merged logs" should "be reported by Gatling as they are counted here" in {
    val random = new Random(7)
    val records = MadeLog.closed(users = 40, ms = 60000)(
      _ => 50 + random.nextInt(1950),
      _ => if (random.nextInt(50) == 0) "j.i.IOException: Premature close" else ""
    )
    // with all that Gatling wrote of a run, twice
    val others = Vector("two.log", "three.log").map(name => Files.write(folder.resolve(name), kinds))
    val header = read(others.head)._1.fold(error => fail(error.message), _.header)
    val made = MadeLog.write(folder.resolve("one.log"), records, header)
    val (alone, merged) = (computed(made), folder.resolve("merged"))
    mergeLogs(((made +: others) :+ merged).map(_.toString): _*) shouldBe ((
      0,
      s"$merged/simulation.log: ${records.size + 409} records of bottleneck.lab.explain.log.GoldenLog, merged from 3 logs.\n"
    ))

    val (gatling, lab) = (reported(merged), computed(merged.resolve("simulation.log")))
    lab.take(4) shouldBe gatling.take(4)
    lab.take(3) shouldBe alone.zip(Vector(176, 104, 72)).map { case (one, both) => one + both }
    // Gatling estimates percentiles (t-digest)
    lab.slice(4, 8).zip(gatling.slice(4, 8)).foreach { case (ours, theirs) => ours shouldBe theirs +- (0.01 * theirs) }
    lab(8) shouldBe gatling(8)
    lab(9) shouldBe gatling(9) +- 0.5
  }

  "A merge of nothing, or to nowhere" should "be refused with the usage" in
    Vector(Vector.empty, Vector(folder.toString)).foreach { arguments =>
      val (code, said) = mergeLogs(arguments: _*)
      code shouldBe 1
      said should include("usage: MergeLogs <log>... <merged>")
    }
}
