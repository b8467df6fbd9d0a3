package bottleneck.lab.run.cache

import bottleneck.lab.run.host.{Executables, Folders}
import java.io.IOException
import java.nio.file.{Files, Path}
import redis.embedded.core.ExecutableProvider
import redis.embedded.model.OsArchitecture
import scala.util.{Try, Using}

/** A Redis that can be run here. */
final case class RedisProgram(path: Path, version: String)

object RedisProgram {
  private val name = "redis-server"

  /** Where packages put it. */
  private val usual = Vector("/usr/bin", "/usr/local/bin", "/opt/homebrew/bin")

  /** What to say where there is none. */
  val missing: String =
    s"The Redis that comes with the lab does not run here, and none is installed (no $name on the PATH or in ${usual.mkString(", ")}): install one, on Debian with apt-get install redis-server, or name one of yours with -Dlab.redis.url=redis://HOST:PORT."

  /** The one that comes with the lab, unpacked below `cache` the first time; where it cannot be run (it needs OpenSSL
    * 3) the first on the PATH, or where packages put it.
    */
  def found(cache: Path): Option[RedisProgram] =
    first(embedded(cache).iterator ++ Executables.named(name, Executables.folders(usual)))

  /** The first of `programs` that prints its version. */
  private[cache] def first(programs: Iterator[Path]): Option[RedisProgram] =
    programs.flatMap(program => version(program).map(RedisProgram(program, _))).nextOption()

  /** Of this platform, where the library has one for it. */
  private[cache] def embedded(cache: Path): Option[Path] = for {
    platform <- Try(OsArchitecture.detectOSandArchitecture()).toOption
    resource <- Option(ExecutableProvider.newProvidedVersionsMap().get(platform))
    program <- unpacked(resource, cache)
  } yield program

  /** The library's names of programs tell their version. */
  private def unpacked(resource: String, cache: Path): Option[Path] =
    Option(classOf[ExecutableProvider].getResource(resource)).map { archived =>
      val folder = Folders.madeOnce(cache.resolve(resource.stripPrefix("/"))) { draft =>
        val program = draft.resolve(name)
        Using.resource(archived.openStream())(Files.copy(_, program))
        if (!program.toFile.setExecutable(true)) throw new IOException(s"$program cannot be made executable")
      }
      folder.resolve(name)
    }

  private val versionLine = """(?s)Redis server v=(\S+).*""".r

  private def version(program: Path): Option[String] =
    Executables.says(program.toString, "--version").collect { case versionLine(version) => version }
}
