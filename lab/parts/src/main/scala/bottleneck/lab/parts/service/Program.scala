package bottleneck.lab.parts.service

import java.net.URI
import java.nio.file.Path

/** A service of whatever kind: what starts it, or where it runs already. */
private[lab] sealed trait Program {

  /** True if it is on this machine. */
  def isHere: Boolean = true
}

private[lab] object Program {

  final case class Jar(path: Path) extends Program

  /** A command line of a shell; `{port}` in it is the port that it must listen on. */
  final case class CommandLine(text: String) extends Program

  /** A service that runs already. */
  final case class Running(url: URI, override val isHere: Boolean) extends Program
}
