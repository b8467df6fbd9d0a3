package bottleneck.lab.log

import java.nio.file.{Files, Path}
import java.util.concurrent.TimeUnit.SECONDS
import org.scalatest.Suite
import org.scalatest.matchers.should.Matchers
import scala.jdk.CollectionConverters._

/** Main classes in JVMs of their own, as a user runs them. */
trait ChildJvm extends TemporaryFolder with Matchers { this: Suite =>

  /** The exit code of a main class and all that it said. */
  protected def jvm(arguments: String*): (Int, String) = ended(started(Map.empty, arguments: _*))

  /** The same of one that was started, whose output is kept in this folder. */
  protected def ended(process: Process, in: Path = folder): (Int, String) =
    try {
      process.waitFor(120, SECONDS) shouldBe true
      (process.exitValue, Files.readString(said(in)))
    } finally {
      val _ = process.destroyForcibly()
    }

  private def said(in: Path): Path = in.resolve("said.txt")

  /** One that is still running, with these environment variables. */
  protected def started(environment: Map[String, String], arguments: String*): Process =
    startedIn(folder, environment, arguments: _*)

  protected def startedIn(place: Path, environment: Map[String, String], arguments: String*): Process =
    ChildJvm.start(said(place), environment, arguments: _*)
}

object ChildJvm {

  /** Starts a JVM with the tests' class path, environment variables, options and a main class; it says all into a file.
    */
  def start(said: Path, environment: Map[String, String], arguments: String*): Process = {
    val java = Path.of(sys.props("java.home"), "bin", "java").toString
    val flags = Vector("--add-opens=java.base/java.lang=ALL-UNNAMED", "-cp", sys.props("java.class.path"))
    // it ends before the better compiler would pay
    val quick = Vector("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")
    val builder = new ProcessBuilder((java +: quick) ++ flags ++ arguments: _*)
    builder.environment().putAll(environment.asJava)
    builder.redirectErrorStream(true).redirectOutput(said.toFile).start()
  }
}
