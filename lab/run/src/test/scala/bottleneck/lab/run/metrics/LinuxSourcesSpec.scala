package bottleneck.lab.run.metrics

import java.net.URI
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class LinuxSourcesSpec extends AnyFlatSpec with Matchers with ProcFolder {
  private val instance =
    WatchedInstance("service-1", ProcessHandle.current().pid(), 15000, new URI("http://127.0.0.1:15001/"))

  private val parts = WatchedParts(Vector(instance))

  private def columns: Vector[String] = LinuxSources.of(parts, folder).flatMap(_.columns)

  "What only Linux tells" should "be asked for where it is there" in {
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

  "This JVM" should "have compiled, as /proc tells" in {
    onLinux("self/task")
    val sources = LinuxSources.of(parts).filter(_.columns.head.endsWith("compiler_cpu_seconds_total"))
    val compiled = sources.flatMap(source => source.columns.zip(source.sample())).toMap
    compiled.keySet shouldBe Set("service-1", "generator").map(_ + ".compiler_cpu_seconds_total")
    // both are this JVM
    compiled.values.foreach(_.getOrElse(0.0) should be > 0.0)
  }
}
