package bottleneck.lab.run.metrics

import bottleneck.lab.TemporaryFolder
import bottleneck.lab.run.host.Folders
import java.nio.file.Files
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers

class CompilerThreadsSpec extends AnyFlatSpec with Matchers with TemporaryFolder {

  /** Thread of process 7 in proc(5) format; `user` and `system` in clock ticks. */
  private def thread(id: Int, name: String, user: Int, system: Int): Unit = {
    val task = Files.createDirectories(folder.resolve("7").resolve("task").resolve(id.toString))
    Files.writeString(task.resolve("comm"), s"$name\n")
    val _ = Files.writeString(task.resolve("stat"), s"$id ($name) S 1 1 1 0 -1 0 0 0 0 0 $user $system 0 0 20 0")
  }

  private def threads = new CompilerThreads(Vector("service-1" -> 7L), folder)

  "The compilers of a JVM" should "be told from its other threads" in {
    thread(1, "java", 5000, 5000)
    thread(2, "C2 CompilerThre", 150, 50)
    thread(3, "C1 CompilerThre", 25, 0)
    thread(4, "http-nio C2 Comp", 900, 0)
    threads.columns shouldBe Vector("service-1.compiler_cpu_seconds_total")
    threads.sample() shouldBe Vector(Some(2.25))
  }

  they should "count on when one ends and another begins, as HotSpot lets them" in {
    val watched = threads
    thread(2, "C2 CompilerThre", 100, 0)
    watched.sample() shouldBe Vector(Some(1.0))
    Folders.remove(folder.resolve("7").resolve("task").resolve("2"))
    thread(5, "C2 CompilerThre", 30, 0)
    watched.sample() shouldBe Vector(Some(1.3))
    thread(5, "C2 CompilerThre", 40, 0)
    watched.sample() shouldBe Vector(Some(1.4))
  }

  they should "count on when an id comes back as that of another thread" in {
    val watched = threads
    thread(2, "C2 CompilerThre", 100, 0)
    thread(3, "http-nio", 700, 0)
    watched.sample() shouldBe Vector(Some(1.0))
    Vector("2", "3").foreach(id => Folders.remove(folder.resolve("7").resolve("task").resolve(id)))
    watched.sample() shouldBe Vector(Some(1.0))
    thread(2, "C1 CompilerThre", 30, 0)
    thread(3, "C2 CompilerThre", 20, 0)
    watched.sample() shouldBe Vector(Some(1.5))
  }

  "A JVM that is gone" should "tell nothing" in {
    threads.sample() shouldBe Vector(None)
  }
}
