package bottleneck.lab.run.process

import bottleneck.lab.run.Children
import bottleneck.lab.settings.Passwords
import java.nio.charset.StandardCharsets.ISO_8859_1
import java.nio.file.{Files, Path}
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.matchers.should.Matchers
import org.scalatest.time.{Millis, Seconds, Span}
import scala.concurrent.duration._
import scala.util.Using

class ChildProcessSpec extends AnyFlatSpec with Matchers with Children {
  implicit override val patienceConfig: PatienceConfig = PatienceConfig(Span(10, Seconds), Span(20, Millis))

  private val forever = "while :; do sleep 0.1; done"

  private def shell(script: String): Command =
    Command("child", Vector("sh", "-c", script), folder.resolve("child.log"), grace = 1.second)

  /** Output of the children, without the lines of their commands, which name the same words. */
  private def output: String =
    Using.resource(Files.lines(folder.resolve("child.log")))(_.filter(!_.startsWith("$ ")).toArray.mkString("\n"))

  "A child" should "write its output to its log and return its exit code" in
    Using.resource(ChildProcess.start(shell("echo out; echo err >&2; exit 7"))) { child =>
      child.awaitExit(10.seconds) shouldBe 7
      output shouldBe "out\nerr"
    }

  it should "have its command line at the beginning of its log" in {
    ChildProcess.run(shell("exit 0"), 10.seconds)
    Files.readString(folder.resolve("child.log")) shouldBe "$ sh -c exit 0\n"
  }

  it should "get its environment, and no input to wait for" in {
    val command = shell("read -r line; echo \"$GREETING\"").copy(environment = Map("GREETING" -> "안녕"))
    ChildProcess.run(command, 10.seconds)
    output shouldBe "안녕"
  }

  it should "be alive until it is closed, and gone then" in {
    val child = ChildProcess.start(shell(forever))
    child.isAlive shouldBe true
    isAlive(child.pid) shouldBe true
    child.close()
    child.close()
    child.isAlive shouldBe false
    isAlive(child.pid) shouldBe false
  }

  it should "be killed when it ignores the request to end" in {
    val child = ChildProcess.start(shell(s"trap '' TERM; echo deaf; $forever"))
    eventually(output should include("deaf"))
    child.close()
    isAlive(child.pid) shouldBe false
  }

  it should "get the signal it asked for" in {
    val child = ChildProcess.start(shell(s"trap 'echo term; exit' TERM; echo ready; $forever"))
    eventually(output should include("ready"))
    child.close()
    output should include("term")
  }

  it should "end in order by its signal, or say that it did not" in {
    val orderly = ChildProcess.start(shell(s"trap 'exit 0' TERM; echo ready; $forever"))
    eventually(output should include("ready"))
    orderly.endInOrder(10.seconds)
    orderly.isAlive shouldBe false
    // another word than that of an earlier child, whose output may still be there
    Using.resource(ChildProcess.start(shell(s"trap '' TERM; echo stubborn; $forever"))) { deaf =>
      eventually(output should include("stubborn"))
      (the[ChildFailed] thrownBy deaf.endInOrder(200.millis)).getMessage should include("did not end")
    }
  }

  it should "take its descendants with it" in {
    val child = ChildProcess.start(shell(s"sh -c '$forever' & echo $$!; wait"))
    eventually(output should not be empty)
    val descendant = output.trim.toLong
    isAlive(descendant) shouldBe true
    child.close()
    eventually(isAlive(descendant) shouldBe false)
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

  private val lab = "bottleneck.lab.run.process.LabThatWaits"

  "A killed lab" should "leave neither its children nor their scratch folders" in {
    val scratch = Files.createDirectories(folder.resolve("scratch"))
    withMain(lab, Vector.empty, folder, scratch) { lab =>
      eventually(written("pid") should not be empty)
      eventually(written("below") should not be empty)
      val pids = Vector("pid", "below").map(written(_).toLong)
      pids.map(isAlive) shouldBe Vector(true, true)
      lab.destroyForcibly().waitFor()
      eventually(pids.map(isAlive) shouldBe Vector(false, false))
      eventually(Files.exists(scratch) shouldBe false)
    }
  }

  /** Text that a lab has written to this file. */
  private def written(file: String): String = Files.readString(folder.resolve(file)).trim

  "A lab" should "keep the passwords in its environment from its children" in {
    assume(Files.isDirectory(Path.of("/proc/self")), "environments cannot be read here")
    val scratch = Files.createDirectories(folder.resolve("scratch"))
    withMain(lab, Passwords.variables, folder, scratch) { lab =>
      eventually(written("pid") should not be empty)
      variables(lab.pid()) should contain allElementsOf Passwords.variables
      val child = variables(written("pid").toLong)
      child should contain("PATH")
      child should contain noElementsOf Passwords.variables
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
