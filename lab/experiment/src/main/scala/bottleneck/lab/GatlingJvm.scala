package bottleneck.lab

import java.io.File
import java.lang.management.ManagementFactory
import java.net.URLClassLoader
import java.nio.file.{Path, Paths}
import scala.jdk.CollectionConverters._

/** How a JVM of Gatling is started that runs one simulation.
  *
  * @param options
  *   of the JVM, system properties among them
  */
private[lab] final case class GatlingJvm(options: Vector[String], classPath: String) {

  /** Runs `simulation` with these properties as well, of which the last one of a name counts: its exit code. */
  def run(simulation: String, results: Path, properties: Vector[(String, String)]): Int = {
    val java = Path.of(System.getProperty("java.home"), "bin", "java").toString
    val command = (java +: options) ++ properties.map { case (name, value) => s"-D$name=$value" } ++ Vector(
      "-cp",
      classPath,
      "io.gatling.app.Gatling",
      "--simulation",
      simulation,
      "--results-folder",
      results.toString
    )
    new ProcessBuilder(command: _*).inheritIO().start().waitFor()
  }
}

private[lab] object GatlingJvm {

  /** Like the JVM that calls. */
  def own: GatlingJvm = GatlingJvm(
    ManagementFactory.getRuntimeMXBean.getInputArguments.asScala.toVector,
    System.getProperty("java.class.path")
  )

  /** From a command that Maven runs in its own JVM, with the class path of that command.
    *
    * @param options
    *   a file with options of the JVM
    */
  def underMaven(options: Path): GatlingJvm = {
    val paths = Thread.currentThread().getContextClassLoader match {
      case loader: URLClassLoader => loader.getURLs.toVector.map(url => Paths.get(url.toURI).toString)
      case _ => Vector(System.getProperty("java.class.path"))
    }
    GatlingJvm(Vector(s"@$options"), paths.mkString(File.pathSeparator))
  }
}
