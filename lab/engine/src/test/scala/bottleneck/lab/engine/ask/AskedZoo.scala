package bottleneck.lab.engine.ask

import bottleneck.lab.log.{ChildJvm, Patient, Project}
import java.nio.file.{Files, Path}
import java.util.concurrent.TimeUnit.MINUTES
import org.scalatest.{Assertion, Suite}
import scala.concurrent.duration._
import scala.jdk.OptionConverters._
import scala.jdk.StreamConverters._
import scala.util.{Try, Using}

/** Questions in JVMs of their own, as Gatling's plugin starts them. */
trait AskedZoo extends ChildJvm with Patient { this: Suite =>
  protected val zoo: Path = Project.root.resolve("lab/zoo/target/zoo.jar")

  /** Variable that all parts of a question have in their environment: the folder of the test. */
  protected val mark = "BOTTLENECK_ASKED"

  /** Options of a JVM that asks. */
  protected def settings(properties: (String, String)*): Vector[String] =
    (properties :+ "lab.results" -> results.toString).map { case (name, value) => s"-D$name=$value" }.toVector

  protected def main: Vector[String] =
    Vector("io.gatling.app.Gatling", "-s", classOf[Ask].getName, "-rf", results.toString)

  protected def results: Path = folder.resolve("results")

  /** The exit code, all that was said, and answer.json or compare.json where there is one. */
  protected def ask(properties: (String, String)*): (Int, String, Option[ujson.Value]) = {
    val place = "lab.work" -> folder.resolve("work").toString
    val gatling = started(Map(mark -> folder.toString), settings(properties :+ place: _*) ++ main: _*)
    val _ = gatling.waitFor(8, MINUTES)
    val (exit, said) = ended(gatling, folder)
    (exit, said, answer(results))
  }

  /** Whether other programs took cores of the window. */
  protected def isDisturbed(said: String): Boolean = said.contains("Other programs of this machine used")

  /** Every part of a question has its folder on its command line, and the test's mark in its environment. PostgreSQL
    * writes over both, but runs in the folder.
    */
  protected def nothingRuns(within: FiniteDuration): Assertion = eventually(timeout(within)) {
    ProcessHandle.allProcesses().toScala(Vector).filter(isPart).map(_.info().commandLine().toScala) shouldBe empty
  }

  private def isPart(process: ProcessHandle): Boolean = {
    def proc(name: String): Path = Path.of("/proc", process.pid.toString, name)
    process.info().commandLine().toScala.exists(_.contains(folder.toString)) ||
    Try(new String(Files.readAllBytes(proc("environ"))).contains(s"$mark=$folder")).getOrElse(false) ||
    Try(Files.readSymbolicLink(proc("cwd")).startsWith(folder)).getOrElse(false)
  }

  private def answer(results: Path): Option[ujson.Value] =
    if (!Files.exists(results)) None
    else
      Using
        .resource(Files.walk(results))(_.toScala(Vector))
        .find(file => file.endsWith("answer.json") || file.endsWith("compare.json"))
        .map(file => ujson.read(Files.readString(file)))
}
