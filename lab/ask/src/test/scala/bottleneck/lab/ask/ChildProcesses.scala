package bottleneck.lab.ask

import java.io.{BufferedReader, InputStreamReader}
import java.nio.file.{Files, Path}
import java.util.concurrent.TimeUnit.SECONDS
import org.scalatest.Assertions
import scala.jdk.StreamConverters._
import scala.util.Using

/** Processes that end with the test. */
object ChildProcesses extends Assertions {
  def child[A](command: String*)(test: Process => A): A = {
    val process = new ProcessBuilder(command: _*).redirectError(ProcessBuilder.Redirect.DISCARD).start()
    try test(process)
    finally {
      process.descendants().forEach { one =>
        val _ = one.destroyForcibly()
      }
      val _ = process.destroyForcibly().waitFor(10, SECONDS)
    }
  }

  /** The service in a JVM, with the port that it says. */
  def service[A](java: Path, other: Int, options: String*)(test: (Process, Int) => A): A = {
    val started = Vector("-cp", sys.props("java.class.path"), "bottleneck.lab.ask.WatchedService", other.toString)
    child(java.toString +: "-XX:TieredStopAtLevel=1" +: "-XX:+UseSerialGC" +: (options ++ started): _*) { process =>
      test(process, new BufferedReader(new InputStreamReader(process.getInputStream)).readLine().toInt)
    }
  }

  val ownJava: Path = Path.of(sys.props("java.home"), "bin", "java")

  /** A JDK that has virtual threads. */
  def newJava: Path = {
    val folder = Path.of("/usr/lib/jvm")
    val all = if (Files.isDirectory(folder)) Using.resource(Files.list(folder))(_.toScala(Vector)) else Vector.empty
    all
      .filter(_.getFileName.toString.matches(".*\\b2[1-9]\\b.*"))
      .map(_.resolve("bin/java"))
      .find(Files.isExecutable(_))
      .getOrElse(cancel(s"there is no JDK 21 or later in $folder"))
  }

  def signal(name: String, process: Process): Unit = {
    val _ = new ProcessBuilder("kill", s"-$name", process.pid().toString).start().waitFor(10, SECONDS)
  }
}
