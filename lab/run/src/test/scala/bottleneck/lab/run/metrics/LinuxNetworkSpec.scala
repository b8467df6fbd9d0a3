package bottleneck.lab.run.metrics

import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class LinuxNetworkSpec extends AnyFlatSpec with Matchers with ProcFolder {
  private def sampled: Vector[Option[Double]] = new LinuxNetwork(folder).sample()

  "The network" should "tell what Linux counts of TCP, not of other protocols" in {
    write("net/netstat", golden("netstat"))
    write("sys/net/core/somaxconn", "4096\n")
    new LinuxNetwork(folder).columns shouldBe
      Vector("listen_overflows_total", "listen_drops_total", "syn_retransmits_total", "somaxconn").map("network." + _)
    sampled shouldBe Vector(Some(190), Some(203), Some(17), Some(4096))
  }

  "This machine" should "have every counter" in {
    onLinux("net/netstat")
    new LinuxNetwork(proc).sample().flatten should have size 4
    // read by another program: the kernel gives a setting away only once
    val shown = new ProcessBuilder("cat", proc.resolve("sys/net/core/somaxconn").toString).start()
    new LinuxNetwork(proc).sample().last shouldBe new String(shown.getInputStream.readAllBytes()).trim.toDoubleOption
  }
}
