package bottleneck.lab.run.metrics

import java.net.URI
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class LinuxSourcesSpec extends AnyFlatSpec with Matchers with ProcFolder {
  private val parts = WatchedParts(Vector(WatchedInstance("service-1", 7, 15000, new URI("http://127.0.0.1:15001/"))))

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
}
