package bottleneck.lab.run.cache

import bottleneck.lab.run.host.{Executable, Executables, Folders, FreePorts, Secret}
import bottleneck.lab.run.process.{ChildProcess, Command, StopSignal}
import bottleneck.lab.settings.{Layout, RedisAccess}
import java.io.IOException
import java.nio.file.{Files, Path}
import redis.embedded.core.ExecutableProvider
import redis.embedded.model.OsArchitecture
import scala.util.{Try, Using}

/** A running Redis that keeps nothing on disk and wants a password of this run. */
final class RedisServer private (process: ChildProcess, program: Executable, val access: RedisAccess)
    extends TargetRedis {
  override def keyPrefix: String = RedisServer.keyPrefix

  override def version: String = program.version

  override def pid: Option[Long] = Some(process.pid)

  override def awaitReady(): Unit =
    process.awaitReady()(Try(TargetRedis.connected(access)(_.ping())).isSuccess)

  override def hasEnded: Boolean = process.hasEnded

  override def close(): Unit = process.close()

  override def toString: String = s"${RedisServer.name} $version"
}

object RedisServer {
  private val name = "Redis"
  private val keyPrefix = "bottleneck:"
  private val host = "127.0.0.1"

  /** Starts it on a free port without waiting for it; its log is left in `logs`. */
  def start(program: Executable, layout: Layout, logs: Path): RedisServer = {
    val secret = Secret.random()
    val access = RedisAccess(host, FreePorts.choose(1).head, password = Some(secret))
    val process = ChildProcess.startIn(layout.work) { scratch =>
      // in a folder that nobody else can read: command lines can be read by everybody
      val configuration = Files.writeString(scratch.resolve("redis.conf"), s"requirepass $secret\n")
      val settings = Vector(
        "bind" -> access.host,
        "port" -> access.port.toString,
        "protected-mode" -> "yes",
        "save" -> "",
        "appendonly" -> "no",
        "dir" -> scratch.toString,
        "maxmemory" -> "256mb"
      )
      Command(
        name,
        Vector(program.path.toString, configuration.toString) ++ settings.flatMap { case (setting, value) =>
          Vector(s"--$setting", value)
        },
        logs.resolve("redis.log"),
        stop = StopSignal.Kill
      )
    }
    new RedisServer(process, program, access)
  }
}

/** A Redis that can be run here. */
object RedisProgram {
  private val name = "redis-server"

  private val usual = Vector("/usr/bin", "/usr/local/bin", "/opt/homebrew/bin")

  val missing: String =
    s"The Redis that comes with the lab does not run here, and none is installed (no $name on the PATH or in ${usual.mkString(", ")}): install one, on Debian with apt-get install redis-server, or name one of yours with -Dlab.redis.url=redis://HOST:PORT."

  /** The lab's own, unpacked below `cache` once; where it cannot be run (it needs OpenSSL 3) an installed one. */
  def found(cache: Path): Option[Executable] =
    first(embedded(cache).iterator ++ Executables.named(name, Executables.folders(usual)))

  private[cache] def first(programs: Iterator[Path]): Option[Executable] =
    Executables.first(programs, "--version", versionLine)

  private val versionLine = """(?s)Redis server v=(\S+).*""".r

  /** Embedded Redis for this platform, where the library has one. */
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
}
