package bottleneck.lab.ask

import bottleneck.lab.Slow
import java.nio.file.{Files, Path}
import org.scalatest.Assertion
import org.scalatest.concurrent.Eventually
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.time.{Millis, Seconds, Span}
import scala.jdk.StreamConverters._
import scala.util.{Try, Using}

/** Remains of a question after Maven, its parent, was killed; the service ignores TERM. `-Dtests.jvm=-Dkills=3` kills
  * three times in each phase.
  */
class KilledAskSpec extends AnyFlatSpec with AskedZoo with Eventually {
  private val mark = "BOTTLENECK_KILLED_ASK"

  /** What a question says in each phase. */
  private val phases = Vector(
    "which resource limits",
    "starting an empty PostgreSQL",
    "the first answers are good",
    "warming up",
    "1 user: ",
    "4 users: ",
    "the window: "
  )

  implicit override val patienceConfig: PatienceConfig = PatienceConfig(Span(30, Seconds), Span(100, Millis))

  /** Processes with the mark of this test. */
  private def running: Vector[Path] = Using
    .resource(Files.list(Path.of("/proc")))(_.toScala(Vector))
    .filter(_.getFileName.toString.forall(_.isDigit))
    .filter { process =>
      Try(new String(Files.readAllBytes(process.resolve("environ"))).contains(s"$mark=$folder")).getOrElse(false) ||
      Try(Files.readSymbolicLink(process.resolve("cwd")).startsWith(folder)).getOrElse(false)
    }

  private def killedAt(line: String): Assertion = {
    remove(folder)
    val program = s"trap '' TERM; java -jar $zoo --server.port={port} --spring.profiles.active=database"
    val sql = Files.writeString(Files.createDirectories(folder).resolve("some.sql"), "SELECT 1;")
    val properties = settings(
      "service.command" -> program,
      "service.schema" -> sql.toString,
      "ask" -> "GET /jdbc?ms=5",
      "lab.work" -> folder.resolve("work").toString
    )
    val java = Path.of(sys.props("java.home"), "bin", "java").toString
    val command = Vector(java, "--add-opens=java.base/java.lang=ALL-UNNAMED", "-cp", sys.props("java.class.path")) ++
      properties ++ main
    val output = folder.resolve("said.txt")
    // as Maven does: it waits for Gatling's JVM, and does nothing for it when it is killed
    val builder = new ProcessBuilder(Vector("sh", "-c", "\"$@\"; true", "maven") ++ command: _*)
    builder.environment().put(mark, folder.toString)
    val maven = builder.redirectErrorStream(true).redirectOutput(output.toFile).start()
    try
      eventually(timeout(Span(150, Seconds))) {
        val said = Files.readString(output)
        withClue(said.takeRight(2000))(said should include(line))
      }
    finally {
      val _ = maven.destroyForcibly()
    }
    withClue(s"killed at '$line': ")(eventually(running.map(process => named(process)) shouldBe empty))
  }

  private def named(process: Path): String = Try(Files.readString(process.resolve("cmdline"))).getOrElse("").take(200)

  "A question whose parent is killed" should "leave nothing in any phase" taggedAs Slow in {
    if (!Files.isDirectory(Path.of("/proc/self"))) cancel("this system has no /proc")
    (1 to sys.props.getOrElse("kills", "1").toInt).foreach(_ => phases.foreach(killedAt))
  }
}
