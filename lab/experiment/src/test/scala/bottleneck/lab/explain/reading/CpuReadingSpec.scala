package bottleneck.lab.explain.reading

import bottleneck.lab.explain.record._
import org.scalatest.flatspec.AnyFlatSpec

class CpuReadingSpec extends AnyFlatSpec with ServerReadings {
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

  they should "have replayed, or not, what was written 5 s before the last row" in {
    def replayed(streaming: Int, lag: Any): Option[Replayed] = {
      val columns = Vector("streaming_readers", "replay_lag_seconds", "replay_lag_bytes", "wal_bytes_total")
      val rows = (0 to 6).map(n => n * 1000 -> Vector[Any](2, 0.1, 100, n * 1000)) :+
        7000 -> Vector[Any](streaming, 0.1, lag, 7000)
      within(1000, 7500)(columns.map(column => s"database.$column"))(rows: _*).replication.flatMap(_.replayed)
    }
    // 2000 had been written by then
    replayed(2, lag = 5000) shouldBe Some(Replayed(2, 0))
    replayed(2, lag = 5001) shouldBe Some(Replayed(2, 1))
    replayed(1, lag = 0) shouldBe Some(Replayed(1, 0))
    replayed(0, lag = "") shouldBe Some(Replayed(0, 2000))
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

  "The generator's compilers" should "be read where they were measured, and be missing elsewhere" in {
    val rows = Vector(Vector(1.0, 2.0), Vector(1.1, 3.0), Vector(1.2, 4.0), Vector(1.3, 5.0), Vector(1.4, 6.0))
    val watched = read("generator.compiler_cpu_seconds_total", "generator.cpu_seconds_total")(rows: _*).cpu
    watched.whole.generatorCompilation.getOrElse(0.0) shouldBe 0.1 +- 1e-9
    watched.generator.getOrElse(0.0) shouldBe 1.0 +- 1e-9
    read("generator.cpu_seconds_total")(rows.map(_.drop(1)): _*).cpu.whole.generatorCompilation shouldBe None
  }
}
