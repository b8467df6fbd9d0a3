package bottleneck.lab.explain.page

import bottleneck.lab.explain.page.ExampleResults._
import bottleneck.lab.explain.record.{InterventionStep, WindowBounds}
import bottleneck.lab.explain.series.{Second, Timeline}
import bottleneck.lab.explain.verdict.StoredResult
import bottleneck.lab.TemporaryFolder
import java.nio.file.Files
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class TimeChartsSpec extends AnyFlatSpec with Matchers with TemporaryFolder {
  private val run = fiveInstances.copy(treatment = fiveInstances.treatment.copy(window = WindowBounds(1000, 3000)))
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

  it should "show the mean in the handler beside the response times, of seconds that had requests" in {
    val columns = Vector("service-1", "service-2")
      .flatMap(name => Vector(s"$name.http_requests_total", s"$name.http_request_seconds_total"))
      .mkString(",")
    // in the first second 30 requests in 0.6 s, in the second none, in the third 10 in 1 s
    charts(columns, 0L -> "5,1,0,0", 1000L -> "15,1.5,20,0.1", 2000L -> "15,1.5,20,0.1", 3000L -> "25,2.5,20,0.1")(
      "Response times"
    ) should endWith("mean in the handler: 1: 20, 3: 100.")
  }

  it should "show connections as service and kernel count them" in {
    val columns = "service-1.established_connections,service-2.established_connections," +
      "service-1.tomcat_current_connections,service-1.backlog_connections"
    charts(columns, 0L -> "3,4,2,1", 1000L -> "5,1,6,0")("Connections") should
      endWith("established: 0: 7, 1: 6. accepted by Tomcat: 0: 2, 1: 6. waiting in the listen queue: 0: 1, 1: 0.")
  }

  it should "show how far readers were behind" in {
    charts("database.replay_lag_seconds", 0L -> "0", 1000L -> "0.25", 2000L -> "", 3000L -> "0.004")(
      "Replication lag"
    ) should endWith("the reader that is furthest behind: 0: 0, 1: 250, 3: 4.")
  }

  it should "show drops where there are any, and only there" in {
    val columns = "network.listen_drops_total,network.syn_retransmits_total"
    charts(columns, 0L -> "7,2", 1000L -> "7,2", 3000L -> "7,12")("Dropped connections") should
      endWith("listen drops: 1: 0, 3: 0. SYN retransmits: 1: 0, 3: 5.")
    charts(columns, 0L -> "7,2", 1000L -> "7,2") shouldBe empty
  }

  it should "show threads by state and how often they were switched" in {
    val columns =
      Vector("runnable", "waiting", "timed_waiting", "blocked").map(state => s"service-1.jvm_${state}_threads")
    val all = charts(
      (columns :+ "service-1.context_switches_total" :+ "service-2.context_switches_total").mkString(","),
      0L -> "1,20,3,0,100,0",
      2000L -> "2,19,3,1,300,50"
    )
    all("Threads by state") should
      endWith("runnable: 0: 1, 2: 2. waiting: 0: 20, 2: 19. timed waiting: 0: 3, 2: 3. blocked: 0: 0, 2: 1.")
    all("Context switches") should endWith("context switches: 2: 125.")
  }

  it should "have room for the numbers of every axis" in {
    val column = "service-1.context_switches_total"
    charts(column, 0L -> "0", 1000L -> "70000")("Context switches") should startWith(
      "per second, over all instances by"
    )
    charts(column, 0L -> "0", 1000L -> "124000")("Context switches") should
      startWith("per second, over all instances, in thousands by")
  }

  it should "show what was done meanwhile, to the end of the run where it was not done before" in {
    val steps = Vector(
      InterventionStep("CREATE INDEX", 1500, Some(2500), "ok"),
      InterventionStep("REINDEX", 2600, None, "it was not done when the load ended")
    )
    Files.writeString(folder.resolve(RunDetails.metrics), s"at_ms,service-1.tomcat_busy_threads\n$began,2\n")
    val details = RunDetails.read(StoredResult(folder, run))
    val drawn = Markup.of(
      new TimeCharts(
        "seconds",
        run.copy(treatment = run.treatment.copy(intervention = steps)),
        details
      ).charts.head.render
    )
    drawn.texts("desc").head should endWith("CREATE INDEX from 1.5 to 2.5. REINDEX from 2.6 to 3.")
    // and as many in the legend, which numbers them
    drawn.elements("rect", "band") should have size 4
    drawn.texts("li") should contain inOrder ("1CREATE INDEX", "2REINDEX")
  }

  it should "number each event, whatever it is called and however close they are" in {
    val faults = Vector(
      InterventionStep("kill service-1", 1500, Some(1502), "ok"),
      InterventionStep("stall service-2 for 1 second", 1500, Some(1504), "ok")
    )
    val restarts = (1 to 5).toVector.map(n => InterventionStep(s"restart service-$n", 1600, None, "ok"))
    Files.writeString(folder.resolve(RunDetails.metrics), s"at_ms,service-1.tomcat_busy_threads\n$began,2\n")
    val steps = run.copy(treatment = run.treatment.copy(intervention = faults ++ restarts))
    val charts = new TimeCharts("seconds", steps, RunDetails.read(StoredResult(folder, run))).charts
    val drawn = Markup.of(charts.head.render)
    val numbers = drawn.elements("text", "note").map(_("x").toDouble).take(7)
    // the plot is 56 to 418 wide: 1.5 s of 3 is its middle
    numbers.take(2) shouldBe Vector(237.1, 257.1)
    numbers.zip(numbers.tail).map { case (one, next) => next - one }.min should be >= 20.0 - 0.1
    drawn.texts("li").takeRight(7).head shouldBe "1kill service-1"
    drawn.texts("li").last shouldBe "7restart service-5"
    // an event of a moment is seen, and none goes beyond the end
    drawn.elements("rect", "band").head("width") shouldBe "2"
    drawn
      .elements("rect", "band")
      .take(7)
      .map(band => band("x").toDouble + band("width").toDouble)
      .max should be <= 418.1
  }

  it should "be none where nothing was recorded" in {
    drawn shouldBe empty
  }
}
