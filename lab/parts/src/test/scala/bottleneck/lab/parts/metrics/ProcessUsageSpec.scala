package bottleneck.lab.parts.metrics

import bottleneck.lab.parts.Children
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class ProcessUsageSpec extends AnyFlatSpec with Matchers with ProcFolder with Children {
  private val thisProcess = ProcessHandle.current().pid()

  "A process of Linux" should "have the times and the memory that /proc tells, whatever its name is" in {
    // fields 14 to 17, in hundredths of a second: 150 user, 50 system, and of ended children 200 and 100
    val stat = "7 (a) b (c 1 2) S 1 7 7 0 -1 4194560 600 0 0 0 150 50 200 100 20 0 1 0 100 1000 200 -1"
    write("7/stat", stat)
    write("7/status", "Name:\tx\nVmRSS:\t   42 kB\nRssAnon:\t   10 kB\nRssFile:\t   20 kB\nRssShmem:\t   12 kB\n")
    val processes = new LinuxProcesses(folder)
    processes.usage(7) shouldBe Usage(Some(2.0), Some(42 * 1024))
    processes.usageWithChildren(7) shouldBe Usage(Some(5.0), Some(42 * 1024))
  }

  "Both ways to look at processes" should "agree about this one" in {
    onLinux("self/stat")
    val linux = new LinuxProcesses(proc).usage(thisProcess)
    val portable = PortableProcesses.usage(thisProcess)
    portable.cpuSeconds.get shouldBe linux.cpuSeconds.get +- 1.0
    linux.rssBytes.get should (be > 50e6 and be < 50e9)
    // this JVM may give memory back between two looks
    eventually {
      val alone = new LinuxProcesses(proc).usage(thisProcess).rssBytes.get
      new LinuxProcesses(proc).usageWithChildren(thisProcess).rssBytes.get should be >= alone
    }
  }

  "A tree of processes" should "keep the time of children that have ended, and count shared memory once" in {
    onLinux("self/stat")
    val burn = "i=0; while [ $i -lt 300000 ]; do i=$((i + 1)); done"
    withShell(s"sh -c '$burn'; sleep 60 & echo done; wait") { shell =>
      shell.inputReader().readLine() shouldBe "done"
      val processes = new LinuxProcesses(proc)
      // the child is a copy of the shell at first, and has no file of its own
      eventually {
        val each = shell.pid() +: Processes.children(shell.pid())
        each should have size 2
        val alone = processes.usage(shell.pid())
        val tree = processes.usageWithChildren(shell.pid())
        tree.cpuSeconds.get - alone.cpuSeconds.get should be > 0.1
        tree.rssBytes.get should (be > alone.rssBytes.get and be < each.flatMap(processes.usage(_).rssBytes).sum)
      }
    }
  }

  "A machine" should "have what /proc/stat tells, guests counted once" in {
    // user, nice, system, idle, iowait, irq, softirq, steal, guest, guest_nice
    write("stat", "cpu  1000 100 300 5000 500 10 90 200 400 50\ncpu0 1 1 1 1\n")
    new LinuxMachine(folder.resolve("stat")).sample() shouldBe Vector(Some(15.0), Some(2.0), Some(72.0))
  }
}
