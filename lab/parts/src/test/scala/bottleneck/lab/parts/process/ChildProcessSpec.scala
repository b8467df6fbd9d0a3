package bottleneck.lab.parts.process

import bottleneck.lab.figures.settings.Passwords
import bottleneck.lab.parts.Children
import java.nio.charset.StandardCharsets.ISO_8859_1
import java.nio.file.{Files, Path}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import scala.concurrent.duration._
import scala.util.Using

class ChildProcessSpec extends AnyFlatSpec with Matchers with Children {
  private val forever = "while :; do sleep 0.1; done"

  private def shell(script: String): Command =
    Command("child", Vector("sh", "-c", script), folder.resolve("child.log"), grace = 1.second)

  /** Output of the children, without the lines of their commands, which name the same words. */
  private def output: String =
    Using.resource(Files.lines(folder.resolve("child.log")))(_.filter(!_.startsWith("$ ")).toArray.mkString("\n"))

  "A child" should "write its command line and output to its log, and return its exit code" in
    Using.resource(ChildProcess.start(shell("echo out; echo err >&2; exit 7"))) { child =>
      child.awaitExit(10.seconds) shouldBe 7
      Files.readString(folder.resolve("child.log")) shouldBe "$ sh -c echo out; echo err >&2; exit 7\nout\nerr\n"
    }

  it should "get its environment, and no input to wait for" in {
    val command = shell("read -r line; echo \"$GREETING\"").copy(environment = Map("GREETING" -> "안녕"))
    ChildProcess.run(command, 10.seconds)
    output shouldBe "안녕"
  }

  it should "be alive until it is closed, and then gone with its descendants" in {
    val child = ChildProcess.start(shell(s"sh -c '$forever' & echo $$!; wait"))
    eventually(output should not be empty)
    val pids = Vector(child.pid, output.trim.toLong)
    (child.isAlive, pids.map(isAlive)) shouldBe ((true, Vector(true, true)))
    child.close()
    child.close()
    (child.isAlive, isAlive(child.pid)) shouldBe ((false, false))
    eventually(isAlive(pids.last) shouldBe false)
  }

  it should "be killed when it ignores the request to end" in {
    val child = ChildProcess.start(shell(s"trap '' TERM; echo deaf; $forever"))
    eventually(output should include("deaf"))
    child.close()
    isAlive(child.pid) shouldBe false
  }

  it should "end in order by its signal, when it is closed too, or say that it did not" in {
    Vector[ChildProcess => Unit](_.close(), _.endInOrder(10.seconds)).zipWithIndex.foreach { case (end, n) =>
      val orderly = ChildProcess.start(shell(s"trap 'echo term $n; exit 0' TERM; echo ready $n; $forever"))
      eventually(output should include(s"ready $n"))
      end(orderly)
      orderly.isAlive shouldBe false
      output should include(s"term $n")
    }
    // another word than that of an earlier child, whose output may still be there
    Using.resource(ChildProcess.start(shell(s"trap '' TERM; echo stubborn; $forever"))) { deaf =>
      eventually(output should include("stubborn"))
      (the[ChildFailed] thrownBy deaf.endInOrder(200.millis)).getMessage should include("did not end")
    }
  }

  it should "fail early, with the end of its log, when it ends during start-up" in {
    val child = ChildProcess.start(shell("echo the reason; exit 3"))
    val failure = the[ChildFailed] thrownBy child.awaitReady(60.seconds)(ready = false)
    failure.getMessage should (include("exit code 3") and include("the reason") and include("child.log"))
  }

  it should "fail when it is not ready in time" in Using.resource(ChildProcess.start(shell(forever))) { child =>
    (the[ChildFailed] thrownBy child.awaitReady(100.millis)(ready = false)).getMessage should include(
      "not ready within 100 milliseconds"
    )
  }

  it should "fail when it should have succeeded" in {
    (the[ChildFailed] thrownBy ChildProcess.run(shell("exit 1"), 10.seconds)).getMessage should include("exit code 1")
    (the[ChildFailed] thrownBy ChildProcess.run(shell(forever), 100.millis)).getMessage should include("did not end")
  }

  it should "fail when its program does not exist" in {
    val command = shell("").copy(arguments = Vector("/no/such/program"))
    (the[ChildFailed] thrownBy ChildProcess.run(command, 10.seconds)).getMessage should include("/no/such/program")
  }

  "A scratch folder" should "go when the child is closed, and when it ends by itself" in
    Vector(forever, "exit 0").foreach { script =>
      val scratch = Files.createDirectories(folder.resolve("scratch/below")).getParent
      val child = ChildProcess.start(shell(script).copy(scratch = Some(scratch)))
      if (script == forever) child.close() else child.awaitExit(10.seconds)
      Files.exists(scratch) shouldBe false
    }

  "A signal to the supervising shell" should "neither end it nor keep the scratch folder" in
    Using.resource(
      ChildProcess.start(shell(forever).copy(scratch = Some(Files.createDirectories(folder.resolve("scratch")))))
    ) { child =>
      val supervisor = ProcessHandle.of(child.pid).get().parent().get()
      Vector("INT", "HUP", "TERM").foreach { signal =>
        new ProcessBuilder("kill", "-s", signal, supervisor.pid().toString).start().waitFor() shouldBe 0
      }
      child.isAlive shouldBe true
      isAlive(child.pid) shouldBe true
      child.close()
      Files.exists(folder.resolve("scratch")) shouldBe false
    }

  "A lab" should "keep the passwords in its environment from its children" in {
    assume(Files.isDirectory(Path.of("/proc/self")), "environments cannot be read here")
    withLab { (lab, child, _) =>
      variables(lab.pid()) should contain allElementsOf Passwords.variables
      variables(child) should contain("PATH")
      variables(child) should contain noElementsOf Passwords.variables
    }
  }

  it should "leave neither its children nor their scratch folders when it is killed" in
    withLab { (lab, child, below) =>
      Vector(child, below).map(isAlive) shouldBe Vector(true, true)
      lab.destroyForcibly().waitFor()
      eventually(Vector(child, below).map(isAlive) shouldBe Vector(false, false))
    }

  /** A lab with passwords in its environment, its child and the child of that. */
  private def withLab(use: (Process, Long, Long) => Any): Any = {
    val scratch = Files.createDirectories(folder.resolve("scratch"))
    def pid(file: String): String = Files.readString(folder.resolve(file)).trim
    withMain("bottleneck.lab.parts.process.LabThatWaits", Passwords.variables, folder, scratch) { lab =>
      eventually(Vector("pid", "below").map(pid) should contain noElementsOf Vector(""))
      use(lab, pid("pid").toLong, pid("below").toLong)
      lab.destroyForcibly().waitFor()
      eventually(Files.exists(scratch) shouldBe false)
    }
  }

  /** Names of a process's environment variables, without the values. */
  private def variables(pid: Long): Vector[String] =
    Files.readString(Path.of(s"/proc/$pid/environ"), ISO_8859_1).split('\u0000').toVector.map(_.takeWhile(_ != '='))
}

/** Starts a child that ignores TERM as its own child does, tells their pids and waits to be killed. */
object LabThatWaits {
  def main(arguments: Array[String]): Unit = {
    val folder = Path.of(arguments(0))
    val scratch = Path.of(arguments(1))
    val script =
      s"trap '' TERM; sh -c 'while :; do sleep 0.1; done' & echo $$! > $folder/below; while :; do sleep 0.1; done"
    val command = Command("child", Vector("sh", "-c", script), folder.resolve("child.log"), grace = 1.second)
    val child = ChildProcess.start(command.copy(scratch = Some(scratch)))
    val _ = Files.writeString(folder.resolve("pid"), child.pid.toString)
    val _ = child.awaitExit(1.minute)
  }
}
