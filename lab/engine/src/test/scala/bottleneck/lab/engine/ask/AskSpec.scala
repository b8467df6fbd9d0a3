package bottleneck.lab.engine.ask

import bottleneck.lab.log.Slow
import bottleneck.lab.parts.sources.ChildProcesses
import java.nio.file.{Files, Path}
import org.scalatest.Assertion
import org.scalatest.flatspec.AnyFlatSpec
import scala.concurrent.duration._
import scala.jdk.StreamConverters._

/** Questions that have no answer: with a sentence, an exit code of 1, and nothing left. */
class AskSpec extends AnyFlatSpec with AskedZoo {
  private def refused(properties: (String, String)*): String = {
    val (exit, said, answer) = ask(properties: _*)
    withClue(said)(exit shouldBe 1)
    answer shouldBe None
    Files.walk(folder).toScala(Vector).filter(_.endsWith("index.html")) shouldBe empty
    nothingRuns(15.seconds)
    said.linesIterator.filter(_.startsWith("[ask]")).mkString("\n")
  }

  "A question" should "end where most requests fail while it warms up, and print no secret" in {
    val request = "ask" -> "GET /ends-after?requests=20"
    val said = refused("service.jar" -> zoo.toString, request, "service.args" -> "--my.password=hunter22")
    said should (include("with 2 users: answer 503") and include("Nothing was measured"))
    said should not include "hunter22"
  }

  it should "end where the first answer is an error, before there are users, with a service already started" in {
    refused("service.jar" -> zoo.toString, "ask" -> "GET /error?status=500") should
      (include("GET /error answered 500") and include("nothing was measured"))
  }

  it should "end where nothing answers, before there are users" in {
    refused("target.url" -> "http://127.0.0.1:1", "ask" -> "GET /ok") should include("Nothing answers at")
  }

  it should "end where the service ends under load" in {
    val said = refused("service.command" -> s"timeout 12 java -jar $zoo --server.port={port}", "ask" -> "GET /ok")
    said should include("The service ended")
  }

  /** What a question says in each phase. */
  private val phases = Vector("which resource limits", "starting an empty PostgreSQL", "the first answers are good") ++
    Vector("warming up", "1 user: ", "4 users: ", "the window: ")

  /** `-Dtests.jvm=-Dkills=3` kills three times in each phase. */
  it should "leave nothing in any phase when Maven, its parent, is killed and the service ignores TERM" taggedAs Slow in {
    if (!Files.isDirectory(Path.of("/proc/self"))) cancel("this system has no /proc")
    (1 to sys.props.getOrElse("kills", "1").toInt).foreach(_ => phases.foreach(killedAt))
  }

  private def killedAt(phase: String): Assertion = {
    remove(folder)
    val sql = Files.writeString(folder.resolve("some.sql"), "SELECT 1;")
    val program = s"trap '' TERM; java -jar $zoo --server.port={port} --spring.profiles.active=database"
    val set = Vector("service.command" -> program, "service.schema" -> sql.toString, "ask" -> "GET /jdbc?ms=5")
    val (java, said) = (ChildProcesses.ownJava.toString, folder.resolve("said.txt"))
    val command = Vector(java, "--add-opens=java.base/java.lang=ALL-UNNAMED", "-cp", sys.props("java.class.path")) ++
      settings(set :+ "lab.work" -> folder.resolve("work").toString: _*) ++ main
    // as Maven does: it waits for Gatling's JVM, and does nothing for it when it is killed
    val builder = new ProcessBuilder(Vector("sh", "-c", "\"$@\"; true", "maven") ++ command: _*)
    builder.environment().put(mark, folder.toString)
    val maven = builder.redirectErrorStream(true).redirectOutput(said.toFile).start()
    try
      eventually(timeout(150.seconds)) {
        val text = Files.readString(said)
        withClue(text.takeRight(2000))(text should include(phase))
      }
    finally {
      val _ = maven.destroyForcibly()
    }
    withClue(s"killed at '$phase': ")(nothingRuns(30.seconds))
  }
}
