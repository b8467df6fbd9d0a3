package bottleneck.lab.explain.report

import bottleneck.lab.TemporaryFolder
import bottleneck.lab.explain.report.ExampleResults._
import bottleneck.lab.explain.result.{StoredResult, WindowBounds}
import bottleneck.lab.explain.series.{Second, Timeline}
import java.nio.file.Files
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class TimeChartsSpec extends AnyFlatSpec with Matchers with TemporaryFolder {
  private val run = fiveInstances.copy(window = WindowBounds(1000, 3000))
  private val began = start.plusSeconds(180).toEpochMilli

  /** What the charts of a run with these samples say, by title. */
  private def charts(columns: String, rows: (Long, String)*): Map[String, String] = {
    val lines = s"at_ms,$columns" +: rows.map { case (at, cells) => s"${began + at},$cells" }
    Files.writeString(folder.resolve(RunDetails.metrics), lines.mkString("", "\n", "\n"))
    drawn
  }

  private def drawn: Map[String, String] = {
    val charts = new TimeCharts("seconds", run, RunDetails.read(StoredResult(folder, run))).charts
    charts
      .map(chart => Markup.of(chart.render))
      .map(chart => chart.texts("title").head -> chart.texts("desc").head)
      .toMap
  }

  "The charts of a run" should "add up all instances" in {
    val columns = "service-1.hikari_active_connections,service-2.hikari_active_connections"
    charts(columns, 0L -> "3,4", 1000L -> "5,", 2000L -> "1,1")("Connection pools") should
      endWith("active connections: 0: 7, 1: 5, 2: 2.")
  }

  it should "tell the cores in use from counters of CPU time" in {
    val columns = "service-1.cpu_seconds_total,service-2.cpu_seconds_total,machine.cpu_busy_seconds_total"
    charts(columns, 0L -> "10,20,50", 1000L -> "10.5,20.25,51.5", 3000L -> "11.5,21.25,54.5")("CPU") should
      endWith("service: 1: 0.75, 3: 1. machine: 1: 1.5, 3: 1.5.")
  }

  it should "leave out samples of before and after the run" in {
    charts("service-1.tomcat_busy_threads", -500L -> "9", 500L -> "2", 3000L -> "3", 3500L -> "9")(
      "Request threads"
    ) should
      endWith("busy threads: 0.5: 2, 3: 3.")
  }

  it should "show the users' view, failures and the prediction" in {
    val seconds = Vector(Second(0, 5, 5, 10, 0, Some(40), Some(80), Some(90)), Second(1, 9, 7, 12, 3, None, None, None))
    Files.writeString(folder.resolve(Timeline.file), Timeline.render(seconds))
    drawn("Users and requests in flight") should endWith("users: 0.5: 5, 1.5: 9. requests in flight: 0.5: 5, 1.5: 7.")
    drawn("Responses") should endWith("OK: 0.5: 10, 1.5: 12. failed: 0.5: 0, 1.5: 3. predicted: 0: 975.6, 3: 975.6.")
    drawn("Response times") should endWith("p50: 0.5: 40. p99: 0.5: 80. max: 0.5: 90.")
  }

  it should "be none where nothing was recorded" in {
    drawn shouldBe empty
  }
}
