package bottleneck.lab.ask

import bottleneck.lab.Slow
import java.nio.file.{Files, Path}
import org.scalatest.Assertion
import org.scalatest.flatspec.AnyFlatSpec
import scala.concurrent.duration._
import scala.jdk.OptionConverters._
import scala.jdk.StreamConverters._
import scala.util.Try

/** Questions that have no answer: with a sentence, an exit code of 1, and nothing left. */
class AskSpec extends AnyFlatSpec with AskedZoo with Patient {
  private def refused(properties: (String, String)*): String = {
    val (exit, said, answer) = ask(properties: _*)
    withClue(said)(exit shouldBe 1)
    answer shouldBe None
    Files.walk(folder).toScala(Vector).filter(_.endsWith("index.html")) shouldBe empty
    nothingRuns
    said.linesIterator.filter(_.startsWith("[ask]")).mkString("\n")
  }

  /** An argument of a service that is no jar: every part of a question has its folder on its command line. */
  private def mark: (String, String) = "service.args" -> s"--folder=$folder"

  /** PostgreSQL writes over its command line, but runs in the folder. */
  private def nothingRuns: Assertion = eventually {
    val all = ProcessHandle.allProcesses().toScala(Vector)
    all.filter { process =>
      process.info().commandLine().toScala.exists(_.contains(folder.toString)) ||
      Try(Files.readSymbolicLink(Path.of(s"/proc/${process.pid}/cwd"))).toOption.exists(_.startsWith(folder))
    } shouldBe empty
  }

  "A question" should "end where most requests fail while it warms up, and print no secret" in {
    val request = "ask" -> "GET /ends-after?requests=20"
    val said = refused("service.jar" -> zoo.toString, request, "service.args" -> "--my.password=hunter22")
    said should (include("with 2 users: answer 503") and include("Nothing was measured"))
    said should not include "hunter22"
  }

  it should "end where the service ends under load" taggedAs Slow in {
    val program = "service.command" -> s"timeout 12 java -jar $zoo --server.port={port}"
    refused(program, mark, "ask" -> "GET /ok") should include("The service ended")
  }

  /** What a question says in each phase. */
  private val phases =
    Vector("which resource limits", "starting an empty", "first answers", "warming up", "1 user: ") ++
      Vector("4 users: ", "the window: ")

  it should "leave nothing in any phase when Maven, its parent, is killed and the service ignores TERM" taggedAs Slow in
    phases.foreach { phase =>
      remove(folder)
      val sql = Files.writeString(folder.resolve("some.sql"), "SELECT 1;")
      val program = s"trap '' TERM; java -jar $zoo --server.port={port} --spring.profiles.active=database"
      val set = Vector("service.command" -> program, mark, "service.schema" -> sql.toString, "ask" -> "GET /jdbc?ms=5")
      val (java, said) = (ChildProcesses.ownJava.toString, folder.resolve("said.txt"))
      val command = Vector(java, "--add-opens=java.base/java.lang=ALL-UNNAMED", "-cp", sys.props("java.class.path")) ++
        settings(set :+ "lab.work" -> folder.resolve("work").toString: _*) ++ main
      // as Maven does: it waits for Gatling's JVM, and does nothing for it when it is killed
      val maven = new ProcessBuilder(Vector("sh", "-c", "\"$@\"; true", "maven") ++ command: _*)
        .redirectErrorStream(true)
        .redirectOutput(said.toFile)
        .start()
      try eventually(timeout(150.seconds))(Files.readString(said) should include(phase))
      finally {
        val _ = maven.destroyForcibly()
      }
      withClue(s"killed at '$phase': ")(nothingRuns)
    }
}
