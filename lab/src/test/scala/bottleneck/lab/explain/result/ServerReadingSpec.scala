package bottleneck.lab.explain.result

import bottleneck.lab.TemporaryFolder
import bottleneck.lab.explain.series.Metrics
import java.nio.file.Files
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class ServerReadingSpec extends AnyFlatSpec with Matchers with TemporaryFolder {

  /** What the parts told in the seconds 1 to 3, of `columns` and rows of their values. */
  private def read(columns: String*)(rows: Vector[Any]*): Server = {
    val lines = ("at_ms" +: columns).mkString(",") +:
      rows.zipWithIndex.map { case (row, n) => (n * 1000 +: row).mkString(",") }
    val file = Files.writeString(folder.resolve("metrics.csv"), lines.mkString("", "\n", "\n"))
    new ServerReading(Metrics.read(file).fold(error => fail(error.message), identity), 1000, 3000).server
  }

  "Pools" should "be summed over the instances before the highest is taken" in {
    val pool = read(
      "service-1.hikari_active_connections",
      "service-2.hikari_active_connections",
      "service-1.hikari_pending_threads"
    )(Vector(9, 9, 9), Vector(5, 1, 3), Vector(1, 4, 4), Vector(2, 2, ""), Vector(9, 9, 9)).hikari
    pool.map(p => (p.activeMax, p.pendingMax)) shouldBe Some((6.0, 4.0))
  }

  they should "be as large as all connections that existed at once" in {
    val pool = read(
      "service-1.hikari_active_connections",
      "service-1.hikari_connections",
      "service-2.hikari_connections"
    )(Vector(9, 9, 9), Vector(5, 5, 2), Vector(1, 4, 4), Vector(2, 3, 3)).hikari
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
    ).hikari
    // 100 acquisitions in 80 s: 20 within 0.5 s, 99 within 2 s; 2 s of use in 20 times
    pool.flatMap(_.acquireP99Ms) shouldBe Some(2000.0)
    pool.flatMap(_.acquireMeanMs) shouldBe Some(800.0)
    pool.flatMap(_.usageMeanMs) shouldBe Some(100.0)
  }

  they should "be unknown when no connection was asked for" in {
    val pool = read(
      "service-1.hikari_active_connections",
      "service-1.hikari_acquires_total",
      "service-1.hikari_acquire_seconds_total"
    )(Vector.fill(4)(Vector(0, 0, 0)): _*).hikari
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
    cpu shouldBe Cpu(Some(0.75), Some(0.25), Some(0.125), Some(1.75), Some(0.25), Some(0.625))
  }

  "JVMs" should "be read together" in {
    val jvm = read(
      "service-1.compiler_cpu_seconds_total",
      "service-2.compiler_cpu_seconds_total",
      "service-1.jvm_gc_pause_seconds_total",
      "service-1.jvm_heap_used_bytes",
      "service-2.jvm_heap_used_bytes"
    )(Vector(0, 0, 0, 1, 1), Vector(1, 1, 0, 10, 10), Vector(1, 1, 0, 30, 5), Vector(2, 2, 0.1, 10, 10)).jvm
    jvm.flatMap(_.compilationCores) shouldBe Some(1.0)
    jvm.map(_.gcPauseShare).getOrElse(0.0) shouldBe 0.025 +- 1e-9
    jvm.map(_.heapUsedMaxBytes) shouldBe Some(35.0)
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
}
