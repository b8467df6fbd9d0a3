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

  /** The exit code, all that was said, and answer.json where there is one. */
  protected def ask(properties: (String, String)*): (Int, String, Option[ujson.Value]) = {
    val results = folder.resolve("results")
    val places = Vector("lab.work" -> folder.resolve("work").toString, "lab.results" -> results.toString)
    val options = (properties ++ places).map { case (name, value) => s"-D$name=$value" }
    val main = Vector("io.gatling.app.Gatling", "-s", classOf[Ask].getName, "-rf", results.toString)
    val gatling = started(Map.empty, options ++ main: _*)
    val _ = gatling.waitFor(8, MINUTES)
    val (exit, said) = ended(gatling, folder)
    (exit, said, answer(results))
  }

  private def answer(results: Path): Option[ujson.Value] =
    if (!Files.exists(results)) None
    else
      Using
        .resource(Files.walk(results))(_.toScala(Vector))
        .find(_.endsWith("answer.json"))
        .map(file => ujson.read(Files.readString(file)))
}
