package bottleneck.lab.parts.service

import bottleneck.lab.figures.settings.Secrets
import java.nio.file.Path

/** A service of whatever kind and its start: `health` is a path that answers once it is ready, `java` the home of a JDK
  * for a jar, and `cpus` are cores, all of them where it is not said.
  */
private[lab] final case class ServiceCommand(
    program: Program,
    arguments: Vector[String],
    environment: Map[String, String],
    health: Option[String],
    java: Option[Path],
    cpus: Option[Double]
) {

  /** Name of the service, for people. */
  def name: String = program match {
    case Program.Jar(path) => path.getFileName.toString
    case Program.CommandLine(text) => Secrets.masked(text)
    case Program.Running(url, _) => url.toString
  }

  /** The same with its arguments: two of one jar differ by them. */
  def nameInFull: String = (name +: arguments).mkString(" ")
}
