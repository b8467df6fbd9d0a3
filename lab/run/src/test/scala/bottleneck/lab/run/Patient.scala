package bottleneck.lab.run

import bottleneck.lab.TemporaryFolder
import java.nio.file.{Files, Path}
import org.scalatest.Suite
import org.scalatest.concurrent.Eventually
import org.scalatest.time.{Millis, Seconds, Span}
import scala.jdk.StreamConverters._

/** Waits for what happens in other threads and processes, as long as a busy machine may need. */
trait Patient extends Eventually {
  implicit override val patienceConfig: PatienceConfig = PatienceConfig(Span(20, Seconds), Span(20, Millis))
}

/** Programs of a test, and processes that are killed at its end. */
trait Children extends Patient with TemporaryFolder { this: Suite =>

  /** A shell script that can be executed, at this place below the test's folder. */
  protected def program(place: String, script: String): Path = {
    val file = folder.resolve(place)
    val _ = Files.createDirectories(file.getParent)
    val _ = Files.writeString(file, s"#!/bin/sh\n$script\n").toFile.setExecutable(true)
    file
  }

  /** A shell that runs a script. */
  protected def withShell[A](script: String)(use: Process => A): A = killed(new ProcessBuilder("sh", "-c", script))(use)

  /** A main class of the tests in a JVM of its own, which has these environment variables. */
  protected def withMain[A](main: String, variables: Vector[String], arguments: Path*)(use: Process => A): A = {
    val java = Path.of(sys.props("java.home"), "bin", "java").toString
    val command = Vector(java, "-cp", sys.props("java.class.path"), main) ++ arguments.map(_.toString)
    val builder = new ProcessBuilder(command: _*).inheritIO()
    variables.foreach(builder.environment().put(_, "s3cret"))
    killed(builder)(use)
  }

  private def killed[A](builder: ProcessBuilder)(use: Process => A): A = {
    val process = builder.start()
    try use(process)
    finally kill(process)
  }

  /** Kills a process and all that it has started. */
  protected def kill(process: Process): Unit = {
    process.descendants().toScala(Vector).foreach(_.destroyForcibly())
    val _ = process.destroyForcibly().waitFor()
  }

  protected def isAlive(pid: Long): Boolean = ProcessHandle.of(pid).map[Boolean](_.isAlive).orElse(false)
}
