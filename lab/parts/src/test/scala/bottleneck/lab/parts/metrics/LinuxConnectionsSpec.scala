package bottleneck.lab.parts.metrics

import bottleneck.lab.log.Patient
import java.net.{InetAddress, InetSocketAddress, ServerSocket, Socket}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.util.Using

class LinuxConnectionsSpec extends AnyFlatSpec with Matchers with ProcFolder with Patient {
  private val instances = Vector("service-1" -> 15000, "service-2" -> 15001, "service-3" -> 15002)

  private def sampled: Vector[Option[Double]] = new LinuxConnections(instances, folder).sample()

  "Connections" should "be those of an instance's own port, over IPv4 and IPv6" in {
    write("net/tcp", golden("tcp"))
    write("net/tcp6", golden("tcp6"))
    new LinuxConnections(instances.take(1), folder).columns shouldBe
      Vector("service-1.backlog_connections", "service-1.established_connections")
    // nobody listens on the third one's port, to which a connection is left
    sampled shouldBe Vector(Some(3 + 2), Some(2 + 1), Some(16), Some(3), None, None)
  }

  "A real listener" should "have those in its queue that it has not accepted, until it is gone" in {
    onLinux("net/tcp")
    Using.Manager { use =>
      val listener = use(new ServerSocket(0, 50, InetAddress.getLoopbackAddress))
      val connections = new LinuxConnections(Vector("own" -> listener.getLocalPort), proc)
      def shouldHave(backlog: Int, established: Int) =
        eventually(connections.sample() shouldBe Vector(Some(backlog), Some(established)))
      shouldHave(backlog = 0, established = 0)
      (1 to 3).foreach(_ => use(new Socket(listener.getInetAddress, listener.getLocalPort)))
      shouldHave(backlog = 3, established = 3)
      use(listener.accept())
      shouldHave(backlog = 2, established = 3)
      listener.close()
      eventually(connections.sample() shouldBe Vector(None, None))
    }.get
  }

  "A full queue" should "hold one more than was asked for, and the kernel count who comes then" in {
    onLinux("net/netstat")
    onLinux("net/tcp")
    Using.Manager { use =>
      val listener = use(new ServerSocket(0, 2, InetAddress.getLoopbackAddress))
      val address = new InetSocketAddress(listener.getInetAddress, listener.getLocalPort)
      val network = new LinuxNetwork(proc)
      def counted: Vector[Double] = network.sample().flatten
      (1 to 3).foreach(_ => use(new Socket()).connect(address))
      val before = counted
      // its SYN is dropped and sent again after a second
      a[java.net.SocketTimeoutException] should be thrownBy use(new Socket()).connect(address, 1500)
      new LinuxConnections(Vector("own" -> address.getPort), proc).sample() shouldBe Vector(Some(3), Some(3))
      counted.zip(before).take(3).map { case (after, before) => after - before }.min should be >= 1.0
    }.get
  }

  "The network" should "tell what Linux counts of TCP, not of other protocols" in {
    write("net/netstat", golden("netstat"))
    write("sys/net/core/somaxconn", "4096\n")
    val network = new LinuxNetwork(folder)
    network.columns shouldBe
      Vector("listen_overflows_total", "listen_drops_total", "syn_retransmits_total", "somaxconn").map("network." + _)
    network.sample() shouldBe Vector(Some(190), Some(203), Some(17), Some(4096))
  }

  "This machine" should "have every counter" in {
    onLinux("net/netstat")
    new LinuxNetwork(proc).sample().flatten should have size 4
    // read by another program: the kernel gives a setting away only once
    val shown = new ProcessBuilder("cat", proc.resolve("sys/net/core/somaxconn").toString).start()
    new LinuxNetwork(proc).sample().last shouldBe new String(shown.getInputStream.readAllBytes()).trim.toDoubleOption
  }
}
