package bottleneck.lab.ask

import java.nio.file.Files
import org.scalatest.Assertion
import org.scalatest.concurrent.Eventually
import org.scalatest.flatspec.AnyFlatSpec
import org.scalatest.time.{Millis, Seconds, Span}
import scala.jdk.OptionConverters._
import scala.jdk.StreamConverters._

class AskSpec extends AnyFlatSpec with AskedZoo with Eventually {
  implicit override val patienceConfig: PatienceConfig = PatienceConfig(Span(15, Seconds), Span(100, Millis))

  private def refused(properties: (String, String)*): String = {
    val (exit, said, answer) = ask(properties: _*)
    withClue(said)(exit shouldBe 1)
    answer shouldBe None
    nothingRuns
    said.linesIterator.filter(_.startsWith("[ask]")).mkString("\n")
  }

  /** Every part of a question has its folder on its command line. */
  private def nothingRuns: Assertion = eventually {
    val commands = ProcessHandle.allProcesses().toScala(Vector).flatMap(_.info().commandLine().toScala)
    commands.filter(_.contains(folder.toString)) shouldBe empty
  }

  private val jar = "service.jar" -> zoo.toString

  "A question" should "end with a sentence where the first answer is an error" in {
    val said = refused(jar, "ask" -> "GET /error?status=500")
    said should include("GET /error answered 500")
    said should include("nothing was measured")
  }

  it should "end where most requests fail while it warms up" in {
    refused(jar, "ask" -> "GET /ends-after?requests=20") should include("with 2 users: answer 503")
  }

  it should "say why the service ended during its start" in {
    val noDriver = "--spring.profiles.active=database --spring.datasource.url=jdbc:none:x"
    val said = refused(jar, "ask" -> "GET /ok", "service.args" -> noDriver)
    said should include("The service ended during its start")
    said.toLowerCase should include("driver")
  }

  it should "end where the service does nothing" in {
    refused("service.command" -> "sleep 60", "ask" -> "GET /ok") should include("for 8 s it has used no CPU time")
  }

  it should "end where nothing answers" in {
    refused("target.url" -> "http://127.0.0.1:1", "ask" -> "GET /ok") should include("Nothing answers at")
  }

  it should "end where the service ends under load" in {
    val said = refused("service.command" -> s"timeout 12 java -jar $zoo --server.port={port}", "ask" -> "GET /ok")
    said should include("The service ended")
  }

  it should "not print a secret" in {
    val said = refused(jar, "ask" -> "GET /nowhere", "service.args" -> "--my.password=hunter22")
    said should include("answered 404")
    said should not include "hunter22"
    Files.walk(folder).toScala(Vector).filter(_.endsWith("index.html")) shouldBe empty
  }
}
