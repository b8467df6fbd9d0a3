package bottleneck.lab.parts.sources

import bottleneck.lab.log.{Patient, TemporaryFolder}
import bottleneck.lab.parts.sources.ChildProcesses.child
import bottleneck.lab.parts.sources.PoolKind.{DatabaseConnections, OutboundConnections}
import java.net.{InetAddress, ServerSocket}
import java.nio.file.{Files, Path}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.jdk.StreamConverters._
import scala.util.Using

class SystemSourcesSpec extends AnyFlatSpec with Matchers with TemporaryFolder with Patient {
  private val own = ProcessHandle.current().pid()
  private def processes = new ProcessSource(folder)

  private def write(file: String, lines: String*): Unit = {
    val path = folder.resolve(file)
    val _ = Files.createDirectories(path.getParent)
    val _ = Files.writeString(path, lines.mkString("", "\n", "\n"))
  }

  private def open(pid: Long, inodes: Int*): Unit = {
    val files = Files.createDirectories(folder.resolve(s"$pid/fd"))
    inodes.foreach(inode => Files.createSymbolicLink(files.resolve(inode.toString), Path.of(s"socket:[$inode]")))
  }

  private def tcp(sockets: String*): Vector[String] =
    "  sl  local_address rem_address   st" +: sockets.zipWithIndex.map { case (socket, i) =>
      val of = socket.split(' ')
      s"  $i: ${of(0)} ${of(1)} ${of(2)} 00000000:${of(3)} 00:00000000 00000000  ${of(4)}  0 ${of(5)} 1 0000000000000000"
    }.toVector

  "Connections" should "be those that the service has opened, those to databases apart" in {
    write(
      "net/tcp",
      tcp(
        "0100007F:1538 00000000:0000 0A 00000000 7 90", // 5432, of a user whose files are not readable
        "0100007F:2328 00000000:0000 0A 00000000 0 91", // 9000
        "0100007F:C001 0100007F:1538 01 00000000 0 11", // to the database
        "0100007F:C002 0100007F:2328 01 00000000 0 12", // to 9000
        "0100007F:C002 0100007F:2328 01 00000000 0 12", // the kernel may list it twice
        "0100007F:C003 0100007F:2328 01 00000000 0 99", // to 9000, of another process
        "0100007F:C004 0A00000A:01BB 06 00000000 0 0", // TIME_WAIT
        "0100007F:C005 0A00000A:0CEA 01 00000000 0 14" // MySQL elsewhere
      ): _*
    )
    write(
      "net/tcp6",
      tcp(
        "00000000000000000000000000000000:1F90 00000000000000000000000000000000:0000 0A 00000003 0 92", // 8080
        "0000000000000000FFFF00000100007F:1F90 0000000000000000FFFF00000100007F:D001 01 00000000 0 13",
        "0000000000000000FFFF00000100007F:C006 0000000000000000FFFF00000100007F:2328 01 00000000 0 15",
        "00000000000000000000000001000000:C007 B80D0120000000000000000001000000:0050 01 00000000 0 16"
      ): _*
    )
    open(own, 92, 11, 12, 13, 14, 15, 16)
    open(4000001, 91)
    write("4000001/comm", "node")
    write("4000002/comm", "postgres")
    Files.setAttribute(folder.resolve("4000002"), "unix:uid", 7)
    val source = new SocketSource(Some(own), processes)
    val seen = source.look()
    seen.outbound shouldBe Vector(
      PoolUse(DatabaseConnections, "10.0.0.10:3306", None, 1),
      PoolUse(DatabaseConnections, "127.0.0.1:5432", None, 1),
      PoolUse(OutboundConnections, "127.0.0.1:9000", None, 2),
      PoolUse(OutboundConnections, "[2001:db8:0:0:0:0:0:1]:80", None, 1)
    )
    seen.databases shouldBe Set(DatabasePeer(4000002, "127.0.0.1:5432", Set(49153)))
    // opened later
    write("net/tcp", tcp("0100007F:C008 0100007F:2329 01 00000000 0 17"): _*)
    open(own, 17)
    eventually(source.look().outbound.map(_.name) should contain("127.0.0.1:9001"))
  }

  "A listener" should "be the process that has the port" in {
    if (!Files.isReadable(Path.of("/proc/net/tcp"))) cancel("this system has no /proc")
    val port = Using.resource(new ServerSocket(0, 1, InetAddress.getLoopbackAddress)) { socket =>
      SocketSource.listener(socket.getLocalPort) shouldBe Some(own)
      socket.getLocalPort
    }
    eventually(SocketSource.listener(port) shouldBe None)
  }

  "CPU seconds" should "be those of all descendants, with the ended ones" in {
    val busy = "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done"
    child("sh", "-c", s"sh -c 'sh -c \"${busy.replace("$", "\\$")}\"; cat'; cat") { process =>
      def commands = process.descendants().toScala(Vector).map(_.info().commandLine().orElse(""))
      // the one that was busy, two below the first, has ended
      eventually(commands.filterNot(_.contains("while")) should have size 1)
      commands should have size 2
      ProcessSource.ofThisSystem.cpuSeconds(process.pid()).exists(_ > 0.1) shouldBe true
      process.destroyForcibly().waitFor()
      ProcessSource.ofThisSystem.cpuSeconds(process.pid()) shouldBe None
    }
  }

  "Threads" should "be those that want a core, and those that wait for events" in {
    Vector("R" -> "0", "S" -> "ep_poll", "S" -> "do_epoll_wait", "S" -> "futex_wait_queue").zipWithIndex.foreach {
      case ((state, waits), i) =>
        write(s"4000003/task/$i/stat", s"$i (a ) R) $state 1 1 0")
        val _ = Files.writeString(folder.resolve(s"4000003/task/$i/wchan"), waits)
    }
    processes.states(4000003) shouldBe Some(ThreadStates(running = 1, polling = 2))
    processes.states(4000004) shouldBe None
  }

  "A quota" should "be the smallest of the groups of version 2 that hold the process" in {
    write("self/mountinfo", s"32 31 0:29 / ${folder.resolve("groups")} rw - cgroup2 cgroup2 rw")
    write("5/cgroup", "0::/slice/me")
    write("5/status", "Name:\tjava", "Cpus_allowed_list:\t0-3,8")
    write("groups/slice/me/cpu.max", "max 100000")
    processes.cores(5) shouldBe Cores(5, None)
    processes.throttling(5) shouldBe None
    write("groups/slice/cpu.max", "13000 100000")
    write("groups/cpu.max", "50000 100000")
    write("groups/slice/cpu.stat", "usage_usec 1", "nr_periods 30", "nr_throttled 20", "throttled_usec 9")
    processes.cores(5) shouldBe Cores(5, Some(0.13))
    write("self/cgroup", "0::/slice")
    processes.cores(5) shouldBe Cores(5, Some(0.13), isShared = true)
    processes.throttling(5) shouldBe Some(Throttling(30, 20))
  }

  it should "be that of version 1 where that has the processor" in {
    write(
      "self/mountinfo",
      s"32 31 0:29 / ${folder.resolve("cpu")} rw - cgroup cgroup rw,cpu,cpuacct",
      s"33 31 0:30 / ${folder.resolve("unified")} rw - cgroup2 cgroup2 rw"
    )
    write("5/cgroup", "4:cpu,cpuacct:/me", "0::/")
    write("cpu/cpu.cfs_quota_us", "-1")
    write("cpu/cpu.cfs_period_us", "100000")
    write("cpu/me/cpu.cfs_quota_us", "150000")
    write("cpu/me/cpu.cfs_period_us", "100000")
    write("cpu/me/cpu.stat", "nr_periods 7", "nr_throttled 2", "throttled_time 9")
    processes.cores(5).quota shouldBe Some(1.5)
    processes.throttling(5) shouldBe Some(Throttling(7, 2))
  }
}
