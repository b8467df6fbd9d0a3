package bottleneck

import bottleneck.lab.parts.Fleet
import bottleneck.lab.figures.target.{Database, Index, Scraping, Target}
import java.net.Socket
import java.nio.file.Files
import org.scalatest.Assertion
import scala.concurrent.duration._
import scala.jdk.CollectionConverters._
import scala.util.Using

/** Recordings of the real service on a real PostgreSQL. */
class RecordingSpec extends FleetTest {
  implicit override val patienceConfig: PatienceConfig = PatienceConfig(20.seconds, 50.millis)

  private val pages = 60

  /** Connections without a request. */
  private val silent = 12

  /** Without an index every page is a parallel scan, whose workers end with it. */
  private val withDatabase = Target(
    instances = 1,
    pool,
    Some(Database(maxConnections = 25, Index.None)),
    scraping = Some(Scraping(every = 500.millis, patience = 10.seconds))
  )

  /** CPU seconds of the database that none of its processes has used that is still there. */
  private def cpuOfEndedProcesses(run: String): Double = {
    val postgres = processes("").filter(_.info().command().orElse("").endsWith("postgres"))
    val counted = awaitRow(run).gauge("database.cpu_seconds_total").last.get
    counted - postgres.map(_.info().totalCpuDuration().map[Double](_.toNanos / 1e9).orElse(0.0)).sum
  }

  private def answer(fleet: Fleet, path: String): Unit = {
    val _ = get(fleet, path) shouldBe Some(200)
  }

  private lazy val workersCpu = Using.resource(started(fleet("database", withDatabase))) { fleet =>
    answer(fleet, "/journals/1")
    fleet.loadBegins()
    Using.Manager { use =>
      (1 to silent).foreach(_ => use(new Socket(fleet.urls.head.getHost, fleet.urls.head.getPort)))
      val before = cpuOfEndedProcesses("database")
      (1 to pages).foreach(_ => answer(fleet, "/journals?size=5"))
      cpuOfEndedProcesses("database") - before
    }.get
  }
  private lazy val all = {
    val _ = workersCpu
    metrics("database")
  }

  private def max(column: String): Double = all.max(column, all.times.head, all.times.last).get

  /** Asserts that a counter of unknown value never falls. */
  private def rising(column: String): Assertion = {
    val counted = all.gauge(column).flatten
    counted should not be empty
    counted shouldBe sorted
  }

  private def increase(column: String): Double = all.increase(column, all.times.head, all.times.last).get

  "A run" should "record every part of it" in {
    all.parts shouldBe Vector("service-1", "database", "generator", "machine") ++ network
    all.isPartial shouldBe false
    // it has no cache
    all.columns.filter(all.gauge(_).flatten.isEmpty) shouldBe
      Vector("service-1.cache_hits_total", "service-1.cache_misses_total")
    all.times.zip(all.times.drop(1)).map { case (one, next) => next - one }.min should be > 300L
  }

  it should "record the connection pool" in {
    max("service-1.hikari_active_connections") should be <= 2.0
    max("service-1.hikari_idle_connections") shouldBe 2
    max("service-1.hikari_pending_threads") shouldBe 0
    max("service-1.hikari_timeouts_total") shouldBe 0
    increase("service-1.hikari_acquires_total").round should be >= pages.toLong
    max("service-1.hikari_acquire_le_30.0_total") shouldBe max("service-1.hikari_acquires_total")
    val buckets = all.columns.filter(_.startsWith("service-1.hikari_acquire_le_")).map(max)
    buckets should have size 16
    buckets shouldBe sorted
    increase("service-1.hikari_usage_seconds_total") should (be > 0.05 and be < 60.0)
    max("service-1.hikari_usages_total") shouldBe max("service-1.hikari_acquires_total") +- 1
  }

  it should "record the web server and the JVM" in {
    max("service-1.tomcat_busy_threads") should be <= 200.0
    max("service-1.tomcat_current_threads") should (be >= 1.0 and be <= 200.0)
    max("service-1.tomcat_current_connections") should be >= silent.toDouble
    max("service-1.jvm_heap_used_bytes") should (be > 1e7 and be < 1e10)
    max("service-1.jvm_runnable_threads") should be >= 1.0
    max("service-1.jvm_timed_waiting_threads") should be >= 1.0
    max("service-1.jvm_daemon_threads") should (be >= 1.0 and be < max("service-1.jvm_live_threads"))
    max("service-1.jvm_compilation_seconds_total") should (be > 0.1 and be < 100.0)
    max("service-1.jvm_gc_pause_seconds_total") should be < 10.0
  }

  it should "record what a scraper gets" in {
    max("service-1.scrapes_total") should be >= 1.0
    max("service-1.scrapes_answered_total") shouldBe max("service-1.scrapes_total")
    max("service-1.scrape_seconds_total") should be > 0.0
  }

  it should "record every request but those for metrics and health, and how long it was handled" in {
    max("service-1.http_requests_total") shouldBe pages + 1
    increase("service-1.http_request_seconds_total") should (be > 0.05 and be < 60.0)
  }

  it should "record what the kernel tells of connections and threads" in {
    if (network.isEmpty) cancel("there is no /proc/net here")
    max("service-1.established_connections") should (be >= silent.toDouble and be < 2.0 * silent)
    max("service-1.backlog_connections") should be <= max("service-1.established_connections")
    increase("service-1.context_switches_total") should be >= pages.toDouble
    Vector("listen_overflows", "listen_drops", "syn_retransmits").foreach(counter =>
      rising(s"network.${counter}_total")
    )
    max("network.somaxconn") should be >= 1.0
  }

  it should "record CPU time and memory, of the database that of processes that have ended too" in {
    val seconds = (all.times.last - all.times.head) / 1000.0
    Vector("service-1", "database", "generator").foreach { part =>
      increase(s"$part.cpu_seconds_total") should be > 0.0
      max(s"$part.rss_bytes") should (be > 1e7 and be < 1e10)
    }
    workersCpu should be > 0.1
    increase("machine.cpu_seconds_total") / seconds shouldBe Runtime.getRuntime.availableProcessors.toDouble +- 0.5
    increase("machine.cpu_busy_seconds_total") should (be > 0.0 and be <= increase("machine.cpu_seconds_total") + 0.01)
  }

  it should "record the database, without the lab's own connection" in {
    max("database.active_connections") should be <= 2.0
    max("database.idle_connections") shouldBe 2
    max("database.idle_in_transaction_connections") should be <= 2.0
    increase("database.transactions_total").round should be >= pages.toLong
    increase("database.blocks_hit_total") should be > 1000.0 * pages
    rising("database.blocks_read_total")
  }

  it should "record the statements of the load, not of the warm-up" in {
    val file = folder.resolve("database").resolve("statements.csv")
    val header +: statements = Files.readAllLines(file).asScala.toVector: @unchecked
    header shouldBe "calls,total_ms,mean_ms,rows,shared_blocks_hit,shared_blocks_read,query"
    statements.map(_.split(",", 7)).map(cells => (cells(0), cells(3), cells(6).contains("from journal "))) should
      contain((pages.toString, (pages * 6).toString, true))
    statements.filter(_.contains("journal_reply")) shouldBe empty
    statements.filter(row => row.contains("pg_stat_") || row.contains("application_name")) shouldBe empty
  }
}
