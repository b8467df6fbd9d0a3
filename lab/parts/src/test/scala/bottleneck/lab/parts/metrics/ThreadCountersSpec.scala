package bottleneck.lab.parts.metrics

import bottleneck.lab.parts.host.Folders
import java.util.concurrent.locks.LockSupport
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class ThreadCountersSpec extends AnyFlatSpec with Matchers with ProcFolder {

  /** A thread of process 7 in proc(5) format; `user` and `system` in clock ticks. */
  private def thread(id: Int, name: String, user: Int, system: Int): Unit = {
    write(s"7/task/$id/comm", s"$name\n")
    write(s"7/task/$id/stat", s"$id ($name) S 1 1 1 0 -1 0 0 0 0 0 $user $system 0 0 20 0")
  }

  /** The switches of a thread, in the same format. */
  private def switched(process: Int, id: Int, voluntary: Int, nonvoluntary: Int): Unit = write(
    s"$process/task/$id/status",
    s"Name:\thttp-nio\nThreads:\t2\nvoluntary_ctxt_switches:\t$voluntary\n" +
      s"nonvoluntary_ctxt_switches:\t$nonvoluntary\nx86_Thread_features:\t\n"
  )

  private def compilers = ThreadCounters.compilers(Vector("service-1" -> 7L), folder)

  private def switches = ThreadCounters.contextSwitches(Vector("service-1" -> 7L, "service-2" -> 8L), folder)

  "The compilers of a JVM" should "be told from its other threads" in {
    thread(1, "java", 5000, 5000)
    thread(2, "C2 CompilerThre", 150, 50)
    thread(3, "C1 CompilerThre", 25, 0)
    thread(4, "http-nio C2 Comp", 900, 0)
    compilers.columns shouldBe Vector("service-1.compiler_cpu_seconds_total")
    compilers.sample() shouldBe Vector(Some(2.25))
  }

  they should "count on when one ends and another begins, also with the id of another thread" in {
    val watched = compilers
    def sampled(seconds: Double) = watched.sample() shouldBe Vector(Some(seconds))
    thread(2, "C2 CompilerThre", 100, 0)
    thread(3, "http-nio", 700, 0)
    sampled(1.0)
    Vector("2", "3").foreach(id => Folders.remove(folder.resolve("7/task").resolve(id)))
    sampled(1.0)
    thread(2, "C1 CompilerThre", 30, 0)
    thread(3, "C2 CompilerThre", 20, 0)
    sampled(1.5)
    // HotSpot lets it end between two looks
    Folders.remove(folder.resolve("7/task/3"))
    thread(5, "C2 CompilerThre", 10, 0)
    sampled(1.6)
    thread(5, "C2 CompilerThre", 40, 0)
    sampled(1.9)
  }

  "Context switches" should "be those of both kinds, of every thread, also of one that has ended" in {
    val watched = switches
    watched.columns shouldBe Vector("service-1.context_switches_total", "service-2.context_switches_total")
    switched(7, 7, 10, 5)
    switched(7, 9, 200, 30)
    watched.sample() shouldBe Vector(Some(245), None)
    Folders.remove(folder.resolve("7/task/9"))
    switched(7, 7, 11, 6)
    watched.sample() shouldBe Vector(Some(247), None)
  }

  they should "be unknown of a process that has gone, and go on for the others" in {
    val watched = switches
    switched(7, 7, 10, 5)
    switched(8, 8, 1, 0)
    watched.sample() shouldBe Vector(Some(15), Some(1))
    Folders.remove(folder.resolve("7"))
    switched(8, 8, 2, 0)
    watched.sample() shouldBe Vector(None, Some(2))
  }

  "This JVM" should "be switched when it waits, and have compiled" in {
    onLinux("self/task")
    val own = Vector("own" -> ProcessHandle.current().pid())
    val counted = ThreadCounters.contextSwitches(own, proc)
    val before = counted.sample().flatten.sum
    (1 to 20).foreach(_ => LockSupport.parkNanos(1000000))
    counted.sample().flatten.sum - before should be >= 20.0
    ThreadCounters.compilers(own, proc).sample().flatten.sum should be > 0.0
  }
}
