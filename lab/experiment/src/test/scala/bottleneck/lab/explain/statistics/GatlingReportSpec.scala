package bottleneck.lab.explain.statistics

import bottleneck.lab.statistics.Window
import bottleneck.lab.log.GoldenLogs
import bottleneck.lab.ChildJvm
import java.nio.file.Files
import org.scalatest.Assertion
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.util.Random

/** The whole run by our statistics and by Gatling's own report of the same log. */
class GatlingReportSpec extends AnyFlatSpec with Matchers with GoldenLogs with ChildJvm {

  /** Statistics of all requests: total, OK, KO; in ms: minimum, p50, p75, p95, p99, maximum, mean. */
  private def reported(log: Array[Byte]): Vector[Double] = {
    val run = Files.createDirectories(folder.resolve("run"))
    Files.write(run.resolve("simulation.log"), log)
    jvm("io.gatling.app.Gatling", "-rf", folder.toString, "-ro", "run")._1 shouldBe 0
    val html = Files.readString(run.resolve("index.html"))
    val row = html.slice(html.indexOf("<tr id=\"ROOT\""), html.indexOf("</tr>", html.indexOf("<tr id=\"ROOT\"")))
    val cells = """<td class="value [a-z]+ col-(\d+)">([\d.]+)</td>""".r
      .findAllMatchIn(row)
      .map(cell => cell.group(1).toInt -> cell.group(2).toDouble)
      .toMap
    (2 to 4).map(cells).toVector ++ (7 to 13).map(cells)
  }

  private def computed(log: Array[Byte]): Vector[Double] = {
    val run = statistics(log).wholeRun.figures
    Vector(run.all, run.ok, run.ko).map(_.count.toDouble) ++
      run.all.percentiles(Vector(0, 50, 75, 95, 99, 100)).map(_.toDouble) :+ run.all.mean
  }

  private def statistics(log: Array[Byte]): RunStatistics =
    RunStatistics.read(Files.write(this.log, log), Window(0, 60000)).fold(error => fail(error.message), identity)

  private def compare(log: Array[Byte], percentile: Double): Assertion = {
    val (gatling, lab) = (reported(log), computed(log))
    lab.take(4) shouldBe gatling.take(4)
    lab.slice(4, 8).zip(gatling.slice(4, 8)).foreach { case (ours, theirs) =>
      ours shouldBe theirs +- (percentile * theirs)
    }
    lab(8) shouldBe gatling(8)
    lab(9) shouldBe gatling(9) +- 0.5
  }

  "The whole run" should "be as Gatling reports it" in {
    val random = new Random(7)
    val records = MadeLog.closed(users = 40, ms = 60000)(
      _ => 50 + random.nextInt(1950),
      _ => if (random.nextInt(50) == 0) "j.i.IOException: Premature close" else ""
    )
    compare(Files.readAllBytes(MadeLog.write(folder.resolve("made.log"), records)), percentile = 0.01)
  }

  // Gatling estimates percentiles (t-digest): of these 1410 times 14 are above 520 ms, and it tells 528
  it should "be near where Gatling estimates" in
    compare(withoutIndex, percentile = 0.02)
}
