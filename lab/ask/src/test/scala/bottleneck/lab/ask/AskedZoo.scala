package bottleneck.lab.ask

import bottleneck.lab.Project
import java.nio.file.{Files, Path}
import java.util.concurrent.TimeUnit.MINUTES
import org.scalatest.Assertions
import scala.jdk.CollectionConverters._
import scala.jdk.StreamConverters._
import scala.util.Using

/** Questions about the zoo in a JVM of their own, as Gatling's plugin starts them. */
object AskedZoo extends Assertions {
  val jar: Path = Project.root.resolve("lab/zoo/target/zoo.jar")

  /** @param answer parsed answer.json, where there was one */
  final case class Asked(exit: Int, console: String, answer: Option[ujson.Value])

  def ask(folder: Path, properties: (String, String)*): Asked = {
    val results = Files.createDirectories(folder.resolve("results"))
    val places = Vector("lab.work" -> folder.resolve("work").toString, "lab.results" -> results.toString)
    val options = Vector("-XX:TieredStopAtLevel=1", "--add-opens=java.base/java.lang=ALL-UNNAMED") ++
      (properties ++ places).map { case (name, value) => s"-D$name=$value" }
    val main = Vector("-cp", sys.props("java.class.path"), "io.gatling.app.Gatling", "-s", classOf[Ask].getName)
    val java = Path.of(sys.props("java.home"), "bin", "java").toString
    val command = (java +: options) ++ main ++ Vector("-rf", results.toString)
    val output = folder.resolve("console.txt")
    val gatling = new ProcessBuilder(command.asJava).redirectErrorStream(true).redirectOutput(output.toFile).start()
    try {
      assert(gatling.waitFor(8, MINUTES), "it did not end by itself")
      Asked(gatling.exitValue, Files.readString(output), answer(results))
    } finally {
      val _ = gatling.destroyForcibly()
    }
  }

  private def answer(results: Path): Option[ujson.Value] = Using
    .resource(Files.walk(results))(_.toScala(Vector))
    .find(_.endsWith("answer.json"))
    .map(file => ujson.read(Files.readString(file)))
}
