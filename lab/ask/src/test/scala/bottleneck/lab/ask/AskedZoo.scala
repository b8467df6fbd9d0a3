package bottleneck.lab.ask

import bottleneck.lab.{ChildJvm, Project}
import java.nio.file.{Files, Path}
import java.util.concurrent.TimeUnit.MINUTES
import org.scalatest.Suite
import scala.jdk.StreamConverters._
import scala.util.Using

/** Questions in JVMs of their own, as Gatling's plugin starts them. */
trait AskedZoo extends ChildJvm { this: Suite =>
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

  private def answer(results: Path): Option[ujson.Value] =
    if (!Files.exists(results)) None
    else
      Using
        .resource(Files.walk(results))(_.toScala(Vector))
        .find(file => file.endsWith("answer.json") || file.endsWith("compare.json"))
        .map(file => ujson.read(Files.readString(file)))
}
