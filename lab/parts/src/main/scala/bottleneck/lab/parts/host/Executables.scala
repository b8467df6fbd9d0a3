package bottleneck.lab.parts.host

import java.io.{File, IOException}
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import java.util.concurrent.TimeUnit.SECONDS
import scala.util.matching.Regex

/** A program that can be run here. */
final case class Executable(path: Path, version: String)

/** Programs that are installed, or not. */
object Executables {
  private val patienceSeconds = 5L

  /** Folders of the PATH, and then `more`, which that of an ordinary user may leave out. */
  def folders(more: Vector[String]): Vector[Path] = {
    val path = Option(System.getenv("PATH")).fold(Vector.empty[String])(_.split(File.pathSeparator).toVector)
    (path.filter(_.nonEmpty) ++ more).map(Path.of(_))
  }

  def named(name: String, folders: Vector[Path]): Iterator[Path] =
    folders.iterator.map(_.resolve(name)).filter(file => Files.isRegularFile(file) && Files.isExecutable(file))

  /** The first of `programs` that prints its version, as `line` has it, when asked with `flag`. */
  def first(programs: Iterator[Path], flag: String, line: Regex): Option[Executable] = programs
    .flatMap(path => says(path.toString, flag).collect { case line(version) => Executable(path, version) })
    .nextOption()

  /** Output of a short command; none where it cannot be run. */
  def says(command: String*): Option[String] =
    try {
      val process = new ProcessBuilder(command: _*).redirectErrorStream(true).start()
      try
        Option.when(process.waitFor(patienceSeconds, SECONDS))(
          new String(process.getInputStream.readAllBytes(), UTF_8)
        )
      finally {
        val _ = process.destroyForcibly()
      }
    } catch { case _: IOException => None }
}
