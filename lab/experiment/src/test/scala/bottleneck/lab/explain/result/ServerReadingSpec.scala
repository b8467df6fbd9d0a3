package bottleneck.lab.explain.result

import bottleneck.lab.TemporaryFolder
import bottleneck.lab.explain.series.Metrics
import java.nio.file.Files
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class ServerReadingSpec extends AnyFlatSpec with Matchers with TemporaryFolder {

  /** What the parts told in the seconds 1 to 3, of `columns` and rows of their values, one a second. */
  private def read(columns: String*)(rows: Vector[Any]*): Server =
    at(columns.toVector)(rows.zipWithIndex.map { case (row, n) => n * 1000 -> row }: _*)

  /** The same of rows with their times. */
  private def at(columns: Vector[String])(rows: (Int, Vector[Any])*): Server = {
    val lines = ("at_ms" +: columns).mkString(",") +: rows.map { case (at, row) => (at +: row).mkString(",") }
    val file = Files.writeString(folder.resolve("metrics.csv"), lines.mkString("", "\n", "\n"))
    new ServerReading(Metrics.read(file).fold(error => fail(error.message), identity), 1000, 3000).server
  }

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

  "The compilers of the service" should "not be those of the generator" in {
    val jvm = read("service-1.compiler_cpu_seconds_total", "generator.compiler_cpu_seconds_total")(
      Vector(0, 0),
      Vector(1, 5),
      Vector(2, 50),
      Vector(2, 90),
      Vector(2, 90)
    ).service.jvm
    // 1 s of two
    jvm.flatMap(_.compilationCores) shouldBe Some(0.5)
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

  "Cores" should "be seconds of CPU per second, and what is left is of others" in {
    val cpu = read(
      "service-1.cpu_seconds_total",
      "service-2.cpu_seconds_total",
      "database.cpu_seconds_total",
      "generator.cpu_seconds_total",
      "machine.cpu_busy_seconds_total",
      "machine.cpu_steal_seconds_total"
    )(
      Vector(0, 0, 0, 0, 0, 0),
      Vector(1, 1, 1, 1, 1, 0),
      Vector(1.5, 1.25, 1, 1, 2, 0),
      Vector(2, 1.5, 1.5, 1.25, 4.5, 0.5)
    ).cpu
    cpu shouldBe Cpu(Some(0.75), Some(0.25), Some(0.125), MachineCpu(Some(1.75), Some(0.25), Some(0.625)))
  }

  "The load balancer" should "be no other process" in {
    val cpu = read("generator.cpu_seconds_total", "balancer.cpu_seconds_total", "machine.cpu_busy_seconds_total")(
      Vector(0, 0, 0),
      Vector(1, 1, 1),
      Vector(1.25, 1.5, 2),
      Vector(1.5, 2, 3)
    ).cpu
    (cpu.balancer, cpu.whole.other) shouldBe ((Some(0.5), Some(0.25)))
  }

  "Readers" should "be no other processes, and no part of the database" in {
    val cpu = read(
      "generator.cpu_seconds_total",
      "database.cpu_seconds_total",
      "reader-1.cpu_seconds_total",
      "reader-2.cpu_seconds_total",
      "machine.cpu_busy_seconds_total"
    )(Vector(0, 0, 0, 0, 0), Vector(1, 1, 1, 1, 1), Vector(1, 1, 1, 1, 1), Vector(1.5, 1.25, 2, 1.5, 4)).cpu
    (cpu.database, cpu.readers, cpu.whole.other) shouldBe ((Some(0.125), Some(0.75), Some(0.375)))
  }

  they should "be as far behind as the last of them, and as few as streamed at once" in {
    read(
      "database.streaming_readers",
      "database.replay_lag_seconds",
      "database.replay_lag_bytes",
      "database.wal_bytes_total"
    )(
      Vector(0, 9, 9, 0),
      Vector(2, 0.25, 500, 1000),
      // one that does not stream is not known to be behind
      Vector(1, 0.05, 8000, 2000),
      Vector(2, "", 0, 4000)
    ).replication shouldBe Some(Replication(1, 250, 150, 8000, Some(1500)))
  }

  they should "be unknown where there are none" in {
    read("database.transactions_total")(Vector.fill(4)(Vector(1)): _*).replication shouldBe None
  }

  "A cache" should "be no other process" in {
    val cpu = read("generator.cpu_seconds_total", "cache.cpu_seconds_total", "machine.cpu_busy_seconds_total")(
      Vector(0, 0, 0),
      Vector(1, 1, 1),
      Vector(1.25, 1.5, 2),
      Vector(1.5, 2, 3)
    ).cpu
    (cpu.cache, cpu.whole.other) shouldBe ((Some(0.5), Some(0.25)))
  }

  it should "have hits and misses of all instances in the window" in {
    val columns = Vector(
      "service-1.cache_hits_total",
      "service-2.cache_hits_total",
      "service-1.cache_misses_total",
      "service-2.cache_misses_total"
    )
    read(columns: _*)(
      Vector(0, 0, 0, 0),
      Vector(5, 1, 3, 0),
      Vector(50, 9, 4, 0),
      Vector(85, 16, 8, 0)
    ).service.cache shouldBe
      Some(CacheUse(95, 5, Some(0.95)))
    read(columns: _*)(Vector.fill(4)(Vector(5, 1, 3, 0)): _*).service.cache shouldBe Some(CacheUse(0, 0, None))
    read(columns: _*)(Vector.fill(4)(Vector[Any]("", "", "", "")): _*).service.cache shouldBe None
  }

  "JVMs" should "be read together" in {
    val jvm = read(
      "service-1.compiler_cpu_seconds_total",
      "service-2.compiler_cpu_seconds_total",
      "service-1.jvm_gc_pause_seconds_total",
      "service-1.jvm_heap_used_bytes",
      "service-2.jvm_heap_used_bytes"
    )(Vector(0, 0, 0, 1, 1), Vector(1, 1, 0, 10, 10), Vector(1, 1, 0, 30, 5), Vector(2, 2, 0.1, 10, 10)).service.jvm
    jvm.flatMap(_.compilationCores) shouldBe Some(1.0)
    // of one that answered, and of none
    jvm.flatMap(_.gcPauseShare).getOrElse(0.0) shouldBe 0.05 +- 1e-9
    jvm.flatMap(_.heapUsedMaxBytes) shouldBe Some(35.0)
  }

  it should "be seen by the system where it does not answer" in {
    read("service-1.jvm_heap_used_bytes", "service-1.compiler_cpu_seconds_total")(
      Vector("", 0),
      Vector("", 1),
      Vector("", 1),
      Vector("", 2)
    ).service.jvm shouldBe Some(Jvm(Some(0.5)))
    read("service-1.jvm_heap_used_bytes")(Vector.fill(4)(Vector[Any]("")): _*).service.jvm shouldBe None
  }

  it should "tell how often its threads were switched" in {
    read("service-1.jvm_heap_used_bytes", "service-1.context_switches_total", "service-2.context_switches_total")(
      Vector(1, 0, 0),
      Vector(1, 100, 7),
      Vector(1, 900, 7),
      Vector(1, 1100, 17)
    ).service.jvm.flatMap(_.contextSwitchesPerSecond) shouldBe Some(505.0)
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

  "What nobody told" should "be unknown" in {
    read("generator.cpu_seconds_total")(Vector(0), Vector(1), Vector(2), Vector(3)) shouldBe
      Server.unknown.copy(cpu = Server.unknown.cpu.copy(generator = Some(1)))
  }

  "The generator's compilers" should "be told where they are watched" in {
    val rows = Vector(Vector(1.0, 2.0), Vector(1.1, 3.0), Vector(1.2, 4.0), Vector(1.3, 5.0), Vector(1.4, 6.0))
    val watched = read("generator.compiler_cpu_seconds_total", "generator.cpu_seconds_total")(rows: _*).cpu
    watched.generatorCompilation.getOrElse(0.0) shouldBe 0.1 +- 1e-9
    watched.generator.getOrElse(0.0) shouldBe 1.0 +- 1e-9
    read("generator.cpu_seconds_total")(rows.map(_.drop(1)): _*).cpu.generatorCompilation shouldBe None
  }
}
