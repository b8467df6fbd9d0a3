package bottleneck.lab.ask

import bottleneck.lab.Slow
import java.nio.file.Files
import org.scalatest.Assertion
import org.scalatest.concurrent.Eventually
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.time.{Millis, Seconds, Span}
import scala.jdk.OptionConverters._
import scala.jdk.StreamConverters._

/** Questions that have no answer: with a sentence, an exit code of 1, and nothing left. */
class AskSpec extends AnyFlatSpec with AskedZoo with Eventually {
  implicit override val patienceConfig: PatienceConfig = PatienceConfig(Span(15, Seconds), Span(100, Millis))

  private def refused(properties: (String, String)*): String = {
    val (exit, said, answer) = ask(properties: _*)
    withClue(said)(exit shouldBe 1)
    answer shouldBe None
    Files.walk(folder).toScala(Vector).filter(_.endsWith("index.html")) shouldBe empty
    nothingRuns
    said.linesIterator.filter(_.startsWith("[ask]")).mkString("\n")
  }

  /** Every part of a question has its folder on its command line. */
  private def nothingRuns: Assertion = eventually {
    val commands = ProcessHandle.allProcesses().toScala(Vector).flatMap(_.info().commandLine().toScala)
    commands.filter(_.contains(folder.toString)) shouldBe empty
  }

  "A question" should "end where most requests fail while it warms up, and print no secret" in {
    val request = "ask" -> "GET /ends-after?requests=20"
    val said = refused("service.jar" -> zoo.toString, request, "service.args" -> "--my.password=hunter22")
    said should (include("with 2 users: answer 503") and include("Nothing was measured"))
    said should not include "hunter22"
  }

  it should "end where the service ends under load" taggedAs Slow in {
    val said = refused("service.command" -> s"timeout 12 java -jar $zoo --server.port={port}", "ask" -> "GET /ok")
    said should include("The service ended")
  }
}
