package bottleneck.lab.run.balancer

import bottleneck.lab.run.host.Executables
import java.nio.file.Path

/** An installed HAProxy. */
final case class HaProxyProgram(path: Path, version: String)

object HaProxyProgram {
  private val name = "haproxy"

  /** Where packages put it. */
  private val usual = Vector("/usr/sbin", "/usr/local/sbin", "/opt/homebrew/sbin", "/opt/homebrew/bin")

  /** What to say where there is none. */
  val missing: String =
    s"HAProxy is not installed (no $name on the PATH or in ${usual.mkString(", ")}): install it, on Debian with apt-get install haproxy, and run again."

  /** The first on the PATH, or where packages put it. */
  def found: Option[HaProxyProgram] = in(Executables.folders(usual))

  /** The first in `folders` that prints its version. */
  private[balancer] def in(folders: Vector[Path]): Option[HaProxyProgram] = Executables
    .named(name, folders)
    .flatMap(program => version(program).map(HaProxyProgram(program, _)))
    .nextOption()

  private val versionLine = """(?s)(?:HAProxy|HA-Proxy) version (\S+).*""".r

  private def version(program: Path): Option[String] =
    Executables.says(program.toString, "-v").collect { case versionLine(version) => version }
}
