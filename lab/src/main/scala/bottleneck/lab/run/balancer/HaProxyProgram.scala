package bottleneck.lab.run.balancer

import java.io.{File, IOException}
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import java.util.concurrent.TimeUnit.SECONDS

/** An installed HAProxy. */
final case class HaProxyProgram(path: Path, version: String)

object HaProxyProgram {
  private val name = "haproxy"
  private val patienceSeconds = 5L

  /** Where packages put it, which the PATH of an ordinary user may leave out. */
  private val usual = Vector("/usr/sbin", "/usr/local/sbin", "/opt/homebrew/sbin", "/opt/homebrew/bin")

  /** What to say where there is none. */
  val missing: String =
    s"HAProxy is not installed (no $name on the PATH or in ${usual.mkString(", ")}): install it, on Debian with apt-get install haproxy, and run again."

  /** The first on the PATH, or where packages put it. */
  def found: Option[HaProxyProgram] = {
    val path = Option(System.getenv("PATH")).fold(Vector.empty[String])(_.split(File.pathSeparator).toVector)
    in((path.filter(_.nonEmpty) ++ usual).map(Path.of(_)))
  }

  /** The first in `folders` that tells its version. */
  private[balancer] def in(folders: Vector[Path]): Option[HaProxyProgram] = folders.iterator
    .map(_.resolve(name))
    .filter(program => Files.isRegularFile(program) && Files.isExecutable(program))
    .flatMap(program => version(program).map(HaProxyProgram(program, _)))
    .nextOption()

  private val versionLine = """(?s)(?:HAProxy|HA-Proxy) version (\S+).*""".r

  private def version(program: Path): Option[String] =
    try {
      val process = new ProcessBuilder(program.toString, "-v").redirectErrorStream(true).start()
      try
        Option
          .when(process.waitFor(patienceSeconds, SECONDS))(new String(process.getInputStream.readAllBytes(), UTF_8))
          .collect { case versionLine(version) => version }
      finally {
        val _ = process.destroyForcibly()
      }
    } catch { case _: IOException => None }
}
