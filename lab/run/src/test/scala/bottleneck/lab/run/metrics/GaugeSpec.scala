package bottleneck.lab.run.metrics

import bottleneck.lab.run.Patient
import java.net.URI
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class GaugeSpec extends AnyFlatSpec with Matchers with ProcFolder with Patient {

  /** This JVM as an instance, and one whose process is gone. */
  private val parts = {
    val gone = new ProcessBuilder("true").start()
    val _ = gone.waitFor()
    WatchedParts(Vector(1 -> ProcessHandle.current().pid(), 2 -> gone.pid()).map { case (n, pid) =>
      WatchedInstance(s"service-$n", pid, 15000 + n, new URI("http://127.0.0.1:1/"))
    })
  }

  "A gauge" should "tell what parts and their compilers have used so far, but nothing of one that is gone" in {
    onLinux("self/task")
    val reading = Gauge.of(parts).read()
    reading.at shouldBe System.currentTimeMillis() +- 10000L
    reading.cpu.keySet shouldBe Set("service-1", "generator")
    reading.compilers.keySet shouldBe Set("service-1", "generator")
    reading.compilers("generator") should (be > 0.0 and be < reading.cpu("generator"))
    reading.stolen.getOrElse(-1.0) should be >= 0.0
  }

  it should "see them go on" in {
    val gauge = Gauge.of(parts)
    val before = gauge.read()
    eventually {
      val after = gauge.read()
      after.at should be > before.at
      after.cpu("generator") should be > before.cpu("generator")
    }
  }
}
