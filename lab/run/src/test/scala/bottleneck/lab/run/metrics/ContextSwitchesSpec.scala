package bottleneck.lab.run.metrics

import bottleneck.lab.run.host.Folders
import java.util.concurrent.locks.LockSupport
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class ContextSwitchesSpec extends AnyFlatSpec with Matchers with ProcFolder {

  /** A thread of a process as proc(5) has it. */
  private def thread(process: Int, id: Int, voluntary: Int, nonvoluntary: Int): Unit = write(
    s"$process/task/$id/status",
    s"Name:\thttp-nio\nThreads:\t2\nvoluntary_ctxt_switches:\t$voluntary\n" +
      s"nonvoluntary_ctxt_switches:\t$nonvoluntary\nx86_Thread_features:\t\n"
  )

  private def switches = new ContextSwitches(Vector("service-1" -> 7L, "service-2" -> 8L), folder)

  "Context switches" should "be those of both kinds, of every thread of a process" in {
    thread(7, 7, 10, 5)
    thread(7, 9, 200, 30)
    thread(8, 8, 1, 0)
    switches.columns shouldBe Vector("service-1.context_switches_total", "service-2.context_switches_total")
    switches.sample() shouldBe Vector(Some(245), Some(1))
  }

  they should "keep those of threads that have ended, as they were at the last look" in {
    val watched = switches
    thread(7, 7, 10, 5)
    thread(7, 9, 200, 30)
    watched.sample() shouldBe Vector(Some(245), None)
    Folders.remove(folder.resolve("7/task/9"))
    thread(7, 7, 11, 6)
    watched.sample() shouldBe Vector(Some(247), None)
  }

  they should "be unknown of a process that has gone, and go on for the others" in {
    val watched = switches
    thread(7, 7, 10, 5)
    thread(8, 8, 1, 0)
    watched.sample() shouldBe Vector(Some(15), Some(1))
    Folders.remove(folder.resolve("7"))
    thread(8, 8, 2, 0)
    watched.sample() shouldBe Vector(None, Some(2))
  }

  "This JVM" should "be switched when it waits" in {
    onLinux("self/task")
    val own = new ContextSwitches(Vector("own" -> ProcessHandle.current().pid()), proc)
    val before = own.sample().flatten.sum
    (1 to 20).foreach(_ => LockSupport.parkNanos(1000000))
    own.sample().flatten.sum - before should be >= 20.0
  }
}
