package bottleneck.lab.explain.reading

import bottleneck.lab.explain.record._
import org.scalatest.flatspec.AnyFlatSpec

class CpuReadingSpec extends AnyFlatSpec with ServerReadings {

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
}
