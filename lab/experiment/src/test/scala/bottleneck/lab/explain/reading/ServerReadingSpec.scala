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

  "Pools" should "be summed over the instances before the highest is taken" in {
    val pool = read(
      "service-1.hikari_active_connections",
      "service-2.hikari_active_connections",
      "service-1.hikari_pending_threads"
    )(Vector(9, 9, 9), Vector(5, 1, 3), Vector(1, 4, 4), Vector(2, 2, ""), Vector(9, 9, 9)).service.hikari
    pool.map(p => (p.activeMax, p.pendingMax)) shouldBe Some((6.0, 4.0))
  }

  they should "be as large as all connections that existed at once" in {
    val pool = read(
      "service-1.hikari_active_connections",
      "service-1.hikari_connections",
      "service-2.hikari_connections"
    )(Vector(9, 9, 9), Vector(5, 5, 2), Vector(1, 4, 4), Vector(2, 3, 3)).service.hikari
    pool.flatMap(_.sizeMax) shouldBe Some(8.0)
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

  they should "be unknown when no connection was asked for" in {
    val pool = read(
      "service-1.hikari_active_connections",
      "service-1.hikari_acquires_total",
      "service-1.hikari_acquire_seconds_total"
    )(Vector.fill(4)(Vector(0, 0, 0)): _*).service.hikari
    pool.map(_.acquireMeanMs) shouldBe Some(None)
  }

  "Handlers" should "be those that ended in the window, over all instances" in {
    read(
      "service-1.http_requests_total",
      "service-1.http_request_seconds_total",
      "service-2.http_requests_total",
      "service-2.http_request_seconds_total"
    )(Vector(0, 0, 0, 0), Vector(10, 5, 0, 0), Vector(12, 5.5, 0, 0), Vector(25, 6.5, 5, 0.5)).service.handler shouldBe
      Some(Handler(20, 100))
  }

  they should "be unknown when none ended" in {
    val columns = Vector("service-1.http_requests_total", "service-1.http_request_seconds_total")
    read(columns: _*)(Vector(0, 0), Vector(9, 1), Vector(9, 1), Vector(9, 1)).service.handler shouldBe None
  }

  private val connections = Vector(
    "service-1.backlog_connections",
    "service-2.backlog_connections",
    "service-1.established_connections",
    "service-2.established_connections"
  )
  private val counters =
    Vector("network.listen_overflows_total", "network.listen_drops_total", "network.syn_retransmits_total")

  "Connections" should "be summed over the instances before the highest is taken, and drops be counted" in {
    read(connections ++ counters :+ "network.somaxconn": _*)(
      Vector(9, 9, 99, 99, 0, 0, 0, 128),
      Vector(5, 1, 10, 20, 3, 4, 5, 128),
      Vector(2, 3, 30, 25, 3, 6, 9, 128),
      Vector(1, 1, 15, "", 3, 9, 25, 128)
    ).network shouldBe Some(Network(6, 55, 0, 5, 20, Some(128)))
  }

  they should "have lost no drop of a burst at the very beginning or end of the window" in {
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

  they should "be scaled to a window that the samples end before" in {
    val rows = Vector(1500 -> Vector(0, 0, 0, 0, 0, 0, 0), 2500 -> Vector(0, 0, 0, 0, 1, 2, 3))
    at(connections ++ counters)(rows: _*).network shouldBe Some(Network(0, 0, 2, 4, 6, None))
  }

  they should "be unknown where the kernel lacks a counter" in {
    read(connections ++ counters.take(2): _*)(Vector.fill(4)(Vector.fill(6)(0)): _*).network shouldBe None
    read(connections ++ counters: _*)(Vector.fill(4)(Vector[Any](0, 0, 0, 0, 0, 0, "")): _*).network shouldBe None
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

  they should "be what is left of all that live at the same moment" in {
    val kinds = Vector("runnable", "blocked", "waiting", "timed_waiting", "live", "daemon")
    read(kinds.map(kind => s"service-1.jvm_${kind}_threads"): _*)(
      Vector.fill(6)(99),
      Vector(7, 0, 12, 6, 25, 22),
      Vector(7, 0, 12, 16, 35, 32),
      Vector(7, 0, 12, 6, "", 22)
    ).service.threads.flatMap(_.live) shouldBe Some(LiveThreads(Span(25, 35), Span(22, 32), rest = Span(-13, -3)))
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

  they should "be unknown where nobody was asked" in {
    read("service-1.cpu_seconds_total")(Vector.fill(4)(Vector(1)): _*).scrapes shouldBe None
  }

  "A scraper" should "have had the scrapes that ended in the window, answered or not" in {
    read("service-1.scrapes_total", "service-1.scrapes_answered_total", "service-1.scrape_seconds_total")(
      Vector(1, 1, 0.1),
      Vector(2, 2, 0.5),
      Vector(3, 2, 10.5),
      Vector(4, 3, 16.5)
    ).scraper shouldBe Some(Scraper(ended = 2, answered = 1, Some(8000)))
  }

  it should "be unknown where there was none" in {
    read("service-1.cpu_seconds_total")(Vector.fill(4)(Vector(1)): _*).scraper shouldBe None
  }

  "What nobody told" should "be unknown" in {
    read("generator.cpu_seconds_total")(Vector(0), Vector(1), Vector(2), Vector(3)) shouldBe
      Server.unknown.copy(cpu = Server.unknown.cpu.copy(generator = Some(1)))
  }
}
