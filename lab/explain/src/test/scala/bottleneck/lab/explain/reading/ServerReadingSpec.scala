package bottleneck.lab.explain.reading

import bottleneck.lab.explain.record._
import bottleneck.lab.explain.series.Metrics
import java.nio.file.Files
import org.scalatest.flatspec.AnyFlatSpec

class ServerReadingSpec extends AnyFlatSpec with ServerReadings {
  "A burst" should "be covered wholly by the samples around it, divided by its own time" in {
    val lines = Vector(
      "at_ms,service-1.cpu_seconds_total,service-1.jvm_heap_used_bytes",
      "0,10,5",
      "900,10,5",
      "2100,11.5,9",
      "4000,12,7",
      "5100,12,7"
    )
    val file = Files.writeString(folder.resolve("metrics.csv"), lines.mkString("", "\n", "\n"))
    val metrics = Metrics.read(file).fold(error => fail(error.message), identity)
    val burst = new ServerReading(metrics, 1000, 3000, quietMs = 2000).server
    burst.cpu.service shouldBe Some(1.0)
    burst.service.jvm.flatMap(_.heapUsedMaxBytes) shouldBe Some(9.0)
    // a window in which something happened before is not covered by what did
    new ServerReading(metrics, 1000, 3000).server.cpu.service shouldBe None
  }

  "A clock" should "have been set as far as its readings lie apart, wherever in the run" in {
    read("machine.clock_ahead_ms")(Vector(0.2), Vector(0), Vector(-2500), Vector(""), Vector(30)).clockStepMs shouldBe
      Some(2530.0)
    read("machine.cpu_seconds_total")(Vector(0), Vector(1)).clockStepMs shouldBe None
  }

  "Times of connections" should "be those of the window" in {
    val pool = read(
      "service-1.hikari_active_connections",
      "service-1.hikari_acquires_total",
      "service-1.hikari_acquire_seconds_total",
      "service-1.hikari_acquire_le_0.5_total",
      "service-1.hikari_acquire_le_10.0_total",
      "service-1.hikari_acquire_le_2.0_total",
      "service-1.hikari_usage_seconds_total",
      "service-1.hikari_usages_total"
    )(
      Vector(1, 0, 0, 0, 0, 0, 0, 0),
      Vector(1, 100, 10, 100, 100, 100, 5, 10),
      Vector(1, 150, 35, 110, 150, 150, 6, 20),
      Vector(1, 200, 90, 120, 200, 199, 7, 30)
    ).service.hikari
    // 100 acquisitions in 80 s: 20 within 0.5 s, 99 within 2 s; 2 s of use in 20 times
    pool.flatMap(_.acquireP99Ms) shouldBe Some(2000.0)
    pool.flatMap(_.acquireMeanMs) shouldBe Some(800.0)
    pool.flatMap(_.usageMeanMs) shouldBe Some(100.0)
    pool.flatMap(_.acquired) shouldBe Some(100.0)
  }

  private val connections = Vector(
    "service-1.backlog_connections",
    "service-2.backlog_connections",
    "service-1.established_connections",
    "service-2.established_connections"
  )
  private val counters =
    Vector("network.listen_overflows_total", "network.listen_drops_total", "network.syn_retransmits_total")

  "Connections" should "have lost no drop of a burst at the very beginning or end of the window" in {
    val rows = Vector(
      400 -> Vector(0, 0, 0, 0, 0, 0, 0),
      // the window begins
      1400 -> Vector(0, 0, 0, 0, 190, 200, 210),
      2400 -> Vector(0, 0, 0, 0, 190, 200, 210),
      // and has ended
      3400 -> Vector(0, 0, 0, 0, 191, 203, 215),
      4400 -> Vector(0, 0, 0, 0, 991, 993, 995)
    )
    at(connections ++ counters)(rows: _*).network shouldBe Some(Network(0, 0, 191, 203, 215, None))
  }

  "Threads" should "be the least and the most of all instances together, of rows that all are in" in {
    val states = Vector("runnable", "blocked", "waiting", "timed_waiting")
    val columns =
      for { state <- states; name <- Vector("service-1", "service-2") } yield s"$name.jvm_${state}_threads"
    read(columns: _*)(
      Vector.fill(8)(99),
      Vector(4, 5, 0, 0, 10, 20, 7, 7),
      Vector(1, "", 1, "", 11, "", 7, ""),
      Vector(6, 1, 2, 1, 9, 20, 7, 7)
    ).service.threads shouldBe Some(ThreadStates(Span(7, 9), Span(0, 3), Span(29, 30), Span(14, 14)))
    read(columns.filter(_.startsWith("service-1")): _*)(
      Vector.fill(4)(Vector("", "", "", "")): _*
    ).service.threads shouldBe None
  }

  "Scrapes" should "be answered when an instance told anything of itself" in {
    read(
      "service-1.tomcat_busy_threads",
      "service-1.jvm_heap_used_bytes",
      "service-1.cpu_seconds_total",
      "service-2.hikari_active_connections",
      "service-2.cpu_seconds_total"
    )(
      Vector(1, 1, 1, 1, 1),
      Vector(1, 1, 1, "", 1),
      Vector("", 1, 1, 1, 1),
      Vector("", "", 1, "", 1),
      Vector(1, 1, 1, 1, 1)
    ).scrapes shouldBe Some(Scrapes(asked = 6, answered = 3))
  }
}
