package bottleneck.lab.parts.metrics

import bottleneck.lab.figures.settings.DatabaseAccess
import bottleneck.lab.log.Patient
import java.net.URI
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class WatchedPartsSpec extends AnyFlatSpec with Matchers with ProcFolder with Patient {
  private val access = DatabaseAccess("jdbc:postgresql://127.0.0.1:1/none", "me", "")

  private def instance(n: Int, pid: Long): WatchedInstance =
    WatchedInstance(s"service-$n", pid, 15000 + n, new URI("http://127.0.0.1:1/"))

  private val all = WatchedParts(
    Vector(instance(1, 1), instance(2, 2)),
    balancer = Some(3L),
    Some(WatchedDatabase(access, Some(4L), Vector("reader-1" -> 5L))),
    cache = Some(6L)
  )

  /** Names of the parts whose use is watched. */
  private def used(parts: WatchedParts): Vector[String] =
    parts.usage.columns.filter(_.endsWith(".cpu_seconds_total")).map(_.stripSuffix(".cpu_seconds_total"))

  "The parts" should "all be watched, and the generator with them" in {
    used(all) shouldBe Vector("service-1", "service-2", "balancer", "cache", "generator", "database", "reader-1")
  }

  they should "be the generator alone where the target runs already" in {
    used(WatchedParts(Vector.empty)) shouldBe Vector("generator")
    used(WatchedParts(Vector.empty, database = Some(WatchedDatabase(access, pid = None)))) shouldBe Vector("generator")
  }

  "What only Linux tells" should "be asked for where it is there" in {
    def columns: Vector[String] =
      LinuxSources.of(WatchedParts(Vector(instance(1, 7))), folder).flatMap(_.columns)
    write("self/task/1/stat", "")
    columns shouldBe Vector(
      "service-1.compiler_cpu_seconds_total",
      "generator.compiler_cpu_seconds_total",
      "service-1.context_switches_total"
    )
    write("net/tcp", "")
    columns.drop(3) shouldBe Vector("service-1.backlog_connections", "service-1.established_connections")
    write("net/netstat", "")
    columns.drop(5).head shouldBe "network.listen_overflows_total"
  }

  /** This JVM as an instance, and one whose process is gone. */
  private lazy val gauge = {
    val gone = new ProcessBuilder("true").start()
    val _ = gone.waitFor()
    Gauge.of(WatchedParts(Vector(instance(1, ProcessHandle.current().pid()), instance(2, gone.pid()))))
  }

  "A gauge" should "tell what parts and their compilers have used so far, but nothing of one that is gone" in {
    onLinux("self/task")
    val reading = gauge.read()
    reading.at shouldBe System.currentTimeMillis() +- 10000L
    reading.cpu.keySet shouldBe Set("service-1", "generator")
    reading.compilers.keySet shouldBe Set("service-1", "generator")
    reading.compilers("generator") should (be > 0.0 and be < reading.cpu("generator"))
    reading.stolen.getOrElse(-1.0) should be >= 0.0
  }

  it should "see them go on" in {
    val before = gauge.read()
    eventually {
      val after = gauge.read()
      after.at should be > before.at
      after.cpu("generator") should be > before.cpu("generator")
    }
  }
}
