package bottleneck.lab.engine

import bottleneck.lab.figures.settings.{Passwords, Settings}
import bottleneck.lab.parts.process.Ending
import java.io.File
import java.lang.management.ManagementFactory
import java.net.URLClassLoader
import java.nio.file.{Path, Paths}
import scala.jdk.CollectionConverters._

/** Command line of a Gatling JVM that runs one simulation; `options` include system properties. */
private[lab] final case class GatlingJvm(options: Vector[String], classPath: String) {

  /** Runs `simulation` with these properties as well, of which the last one of a name counts: its exit code. The JVM
    * ends with a wait for it that is interrupted. It has passwords in its environment alone.
    */
  def run(simulation: String, results: Path, properties: Vector[(String, String)]): Int = {
    val all = options ++ properties.map { case (name, value) => s"-D$name=$value" }
    val (shown, passwords) = all.map(Passwords.hidden).unzip
    val java = Path.of(System.getProperty("java.home"), "bin", "java").toString
    val gatling =
      Vector("io.gatling.app.Gatling", "--simulation", simulation, "--results-folder", results.toString)
    val command = (java +: shown.flatten) ++ Vector("-cp", classPath) ++ gatling
    val builder = new ProcessBuilder(command: _*).inheritIO()
    builder.environment().put(Ending.startedBy, ProcessHandle.current().pid().toString)
    passwords.flatten.foreach { case (name, value) => builder.environment().put(name, value) }
    val child = builder.start()
    try child.waitFor()
    finally child.destroy()
  }
}

private[lab] object GatlingJvm {

  /** Options and class path of the calling JVM. */
  def own: GatlingJvm = GatlingJvm(
    ManagementFactory.getRuntimeMXBean.getInputArguments.asScala.toVector,
    System.getProperty("java.class.path")
  )

  /** For a command that runs inside Maven's JVM (`exec:java`): with the class path of the command, which only its class
    * loader knows, and not with Maven's own; `options` is a file with one on each line.
    */
  def underMaven(options: Path): GatlingJvm = {
    val paths = Thread.currentThread().getContextClassLoader match {
      case loader: URLClassLoader => loader.getURLs.toVector.map(url => Paths.get(url.toURI).toString)
      case _ => Vector(System.getProperty("java.class.path"))
    }
    GatlingJvm(Vector(s"@$options"), paths.mkString(File.pathSeparator))
  }
}

/** Runs of one variant after another, each in a JVM of its own: a JVM's luck in compiling is part of the spread. */
private object Repeats {

  /** Runs all repeats but the last, which is the JVM that calls: a sentence for each that failed. */
  def runEarlier(simulation: String, settings: Settings)(say: String => Unit): Vector[String] =
    if (settings.runs.alone || settings.runs.repeats == 1) Vector.empty
    else
      (2 to settings.runs.repeats).toVector.flatMap { n =>
        say(s"repeat $n of ${settings.runs.repeats} runs first, in a JVM of its own")
        // the numbers go along, as the variant may ask for more repeats than the user does
        val numbers = settings.runs.copy(repetition = n)
        val code = GatlingJvm.own.run(simulation, settings.layout.results, numbers.properties)
        Option.when(code != 0)(s"repeat $n of ${settings.runs.repeats} ended with exit code $code")
      }
}
