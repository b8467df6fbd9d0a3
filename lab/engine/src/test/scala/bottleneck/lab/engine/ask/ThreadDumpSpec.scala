package bottleneck.lab.engine.ask

import org.scalatest.funsuite.AnyFunSuite

import java.nio.charset.StandardCharsets.UTF_8
import scala.util.Using

class ThreadDumpSpec extends AnyFunSuite {
  private val dumps = Recorded.platform
  private val virtual = Recorded.virtual

  /** The thread whose innermost frame of the zoo is in a method. */
  private def in(method: String, dump: Vector[StackedThread]): StackedThread =
    dump.find(_.frames.find(_.startsWith("bottleneck.zoo.")).exists(_.startsWith(s"bottleneck.zoo.$method"))).get

  test("has each thread with its state and its frames, innermost first and without modules") {
    dumps.foreach { dump =>
      val runs = in("Cpu.", dump)
      assert(runs.state == "RUNNABLE")
      assert(runs.frames.last.startsWith("java.lang.Thread.run(Thread.java:"))
      assert(runs.frames.forall(!_.contains("@")))
      assert(dump.exists(_.name == "Signal Dispatcher"))
      assert(dump.exists(thread => thread.name == "executor-1" && thread.state == "TIMED_WAITING (sleeping)"))
    }
  }

  test("says what a blocked thread waits for and who holds it") {
    (dumps :+ virtual).foreach { dump =>
      val blocked = dump.find(_.state.startsWith("BLOCKED")).get
      assert(blocked.waitsFor.contains("bottleneck.zoo.ServiceController$Shelf"))
      val holder = dump.find(thread => blocked.owner.contains(thread.name)).get
      assert(holder.state.startsWith("TIMED_WAITING") && holder.frames.exists(_.contains("Shelf.take")))
    }
  }

  test("says who holds a lock that is ownable, and that nobody owns a semaphore") {
    dumps.foreach { dump =>
      val waits = in("ServiceController.lock", dump)
      assert(waits.waitsFor.contains("java.util.concurrent.locks.ReentrantLock$NonfairSync"))
      assert(
        dump.find(thread => waits.owner.contains(thread.name)).get.frames.exists(_.contains("ServiceController.lock"))
      )
      val permit = in("ServiceController.semaphore", dump)
      assert(permit.waitsFor.contains("java.util.concurrent.Semaphore$NonfairSync") && permit.owner.isEmpty)
    }
  }

  test("a monitor that was given back to wait for a notification has no owner") {
    val cleaner = dumps.head.find(_.name == "Common-Cleaner").get
    assert(cleaner.waitsFor.contains("java.lang.ref.ReferenceQueue$Lock") && cleaner.owner.isEmpty)
  }

  test("a virtual thread that is mounted is one of its own") {
    val dump = Recorded.text("zoo-jdk25-virtual.txt")
    val mounted = dump.filter(_.name.startsWith("virtual thread #"))
    assert(mounted.size == 1 && mounted.head.state == "RUNNABLE")
    assert(mounted.head.frames.exists(_.startsWith("bottleneck.zoo.Cpu.")))
    assert(dump.filter(_.name.startsWith("ForkJoinPool-1-worker")).forall(_.frames.forall(!_.startsWith("bottleneck"))))
  }

  test("JSON has virtual threads, and states are told where it has none") {
    val older = Recorded.raw("zoo-jdk25-virtual.json").linesIterator.filterNot(_.contains("\"state\"")).mkString("\n")
    Vector(virtual, ThreadDump.ofJson(older)).foreach { dump =>
      assert(in("ServiceController.semaphore", dump).state.startsWith("WAITING"))
      assert(in("ServiceController.sleep", dump).state.contains("WAITING"))
      assert(in("Cpu.", dump).state == "RUNNABLE")
      assert(dump.filter(_.name.startsWith("tomcat-handler-")).forall(_.frames.forall(!_.contains("java.base"))))
    }
  }

  test("a text without threads has none, and neither has what is no dump") {
    val noText = Vector("", "4711:\ncom.sun.tools.attach.AttachNotSupportedException")
    val noJson = Vector("", "{}", "{\"threadDump\": {\"threadContainers\": [{\"threads\": [{}]}]}}")
    assert((noText.map(ThreadDump.ofText) ++ noJson.map(ThreadDump.ofJson)).forall(_.isEmpty))
  }
}

/** Dumps of the zoo with one or two requests to each endpoint, pools of one; frames of filters and servlets are cut. */
private[ask] object Recorded {
  def raw(name: String): String =
    Using.resource(getClass.getResourceAsStream(name))(in => new String(in.readAllBytes, UTF_8))
  def text(name: String): Vector[StackedThread] = ThreadDump.ofText(raw(name))
  val platform: Vector[Vector[StackedThread]] = Vector("zoo-jdk17.txt", "zoo-jdk25.txt").map(text)
  val virtual: Vector[StackedThread] = ThreadDump.ofJson(raw("zoo-jdk25-virtual.json"))
}
