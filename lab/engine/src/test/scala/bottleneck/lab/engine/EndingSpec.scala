package bottleneck.lab.engine

import bottleneck.lab.log.{ChildJvm, Patient}
import bottleneck.lab.parts.process.Ending
import io.gatling.core.scenario.Simulation
import java.nio.file.{Files, Path}
import java.util.concurrent.TimeUnit.SECONDS
import org.scalatest.Assertion
import org.scalatest.flatspec.AnyFlatSpec

/** Runs whose parent is killed. */
class EndingSpec extends AnyFlatSpec with ChildJvm with Patient {

  /** Asserts that a run ends when the command that started it is killed; `goOn` lets it continue. */
  private def run(killedFirst: Boolean): Assertion = {
    val command = started(Map("ENDING_SPEC" -> folder.toString), "bottleneck.lab.engine.RunsOne")
    def pid: Option[Long] = Some(folder.resolve("starting")).filter(Files.exists(_)).map(Files.readString(_).toLong)
    try {
      eventually(pid should not be empty)
      val run = pid.flatMap(of => Option(ProcessHandle.of(of).orElse(null))).getOrElse(fail("it did not start"))
      def kill(): Unit = {
        val _ = command.destroyForcibly().waitFor(10, SECONDS)
      }
      try {
        if (killedFirst) kill()
        Files.writeString(folder.resolve("go-on"), "")
        if (!killedFirst) {
          val _ = eventually(Files.exists(folder.resolve("running")) shouldBe true)
          kill()
        }
        val _ = eventually(run.isAlive shouldBe false)
      } finally {
        val _ = run.destroyForcibly()
      }
      Files.exists(folder.resolve("running")) shouldBe !killedFirst
    } finally {
      val _ = command.destroyForcibly()
    }
  }

  "A run" should "end when the command that started it is killed" in run(killedFirst = false)

  it should "end as well when that was killed while its JVM started" in run(killedFirst = true)
}

/** Runs one simulation, as a night does. */
object RunsOne {
  def main(arguments: Array[String]): Unit = {
    val jvm = GatlingJvm(Vector("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"), sys.props("java.class.path"))
    val results = Path.of(sys.env("ENDING_SPEC"), "results")
    sys.exit(jvm.run(classOf[SlowToStart].getName, results, Vector.empty))
  }
}

/** It starts only when it may, and then would go on for a minute. */
final class SlowToStart extends Simulation {
  private val folder = Path.of(sys.env("ENDING_SPEC"))
  private val deadline = System.nanoTime() + 60L * 1000 * 1000 * 1000

  private def waitFor(end: => Boolean): Unit = while (!end && System.nanoTime() < deadline) Thread.sleep(20)

  Files.writeString(folder.resolve("unfinished"), ProcessHandle.current().pid().toString)
  Files.move(folder.resolve("unfinished"), folder.resolve("starting"))
  waitFor(Files.exists(folder.resolve("go-on")))
  Ending.withParent()
  Files.writeString(folder.resolve("running"), "")
  waitFor(false)
}
