package bottleneck.lab.parts

import bottleneck.lab.log.{ChildJvm, Patient, TemporaryFolder}
import java.nio.file.{Files, Path}
import org.scalatest.Suite
import scala.jdk.StreamConverters._

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
  protected def withShell[A](script: String)(use: Process => A): A =
    killed(new ProcessBuilder("sh", "-c", script).start())(use)

  /** A main class of the tests in a JVM of its own, which has these environment variables. */
  protected def withMain[A](main: String, variables: Vector[String], arguments: Path*)(use: Process => A): A = {
    val said = folder.resolve("said.txt")
    killed(ChildJvm.start(said, variables.map(_ -> "s3cret").toMap, main +: arguments.map(_.toString): _*))(use)
  }

  private def killed[A](process: Process)(use: Process => A): A =
    try use(process)
    finally kill(process)

  /** Kills a process and all that it has started. */
  protected def kill(process: Process): Unit = {
    process.descendants().toScala(Vector).foreach(_.destroyForcibly())
    val _ = process.destroyForcibly().waitFor()
  }

  protected def isAlive(pid: Long): Boolean = ProcessHandle.of(pid).map[Boolean](_.isAlive).orElse(false)
}
