package bottleneck.lab.parts.cache

import bottleneck.lab.figures.settings.{Layout, RedisAccess, Refused}
import bottleneck.lab.parts.host.{Executable, Executables, Folders, FreePorts, Secret}
import bottleneck.lab.parts.process.{ChildProcess, Command, StopSignal}
import java.io.IOException
import java.nio.file.{Files, Path}
import java.util.UUID
import redis.clients.jedis.exceptions.JedisException
import redis.clients.jedis.params.ScanParams
import redis.clients.jedis.{DefaultJedisClientConfig, HostAndPort, Jedis}
import redis.embedded.core.ExecutableProvider
import redis.embedded.model.OsArchitecture
import scala.annotation.tailrec
import scala.jdk.CollectionConverters._
import scala.util.{Try, Using}

/** The Redis of a run: one that the lab starts, or one of the user's. `toString` says which. */
trait TargetRedis extends AutoCloseable {

  def access: RedisAccess

  def keyPrefix: String

  def version: String

  /** Its process; none where it is not the lab's. */
  def pid: Option[Long] = None

  def awaitReady(): Unit

  /** True if it ended without being asked to. */
  def hasEnded: Boolean = false
}

object TargetRedis {
  private val patienceMs = 2000

  /** Logs in where there is a password, and closes the connection after `use`; fails with a `JedisException`. */
  private[cache] def connected[A](access: RedisAccess)(use: Jedis => A): A = {
    val config = DefaultJedisClientConfig
      .builder()
      .timeoutMillis(patienceMs)
      .user(access.user.orNull)
      .password(access.password.orNull)
      .build()
    Using.resource(new Jedis(new HostAndPort(access.host, access.port), config))(use)
  }
}

/** A Redis that the user runs. The service writes keys with a prefix of this run alone, removed at its end. */
final class UserRedis(val access: RedisAccess, progress: String => Unit) extends TargetRedis {
  override val keyPrefix: String = s"bottleneck:${UUID.randomUUID()}:"

  override lazy val version: String = TargetRedis.connected(access)(_.info("server")) match {
    case UserRedis.versionLine(version) => version
    case _ => "of an unknown version"
  }

  override def awaitReady(): Unit = UserRedis.refuseUnusable(access)

  override def close(): Unit =
    try {
      val deleted = TargetRedis.connected(access)(deleteKeys(_))
      progress(s"removed $deleted keys that began with $keyPrefix from Redis at $access")
    } catch {
      case failure: JedisException =>
        progress(
          s"keys that begin with $keyPrefix could not be removed from Redis at $access (${failure.getMessage}): they expire by themselves"
        )
    }

  override def toString: String = s"Redis at $access"

  /** Number of deleted keys. Scans by pages, the last of which has the cursor 0; a key may appear twice. */
  @tailrec private def deleteKeys(
      redis: Jedis,
      cursor: String = ScanParams.SCAN_POINTER_START,
      before: Long = 0
  ): Long = {
    val page = redis.scan(cursor, new ScanParams().`match`(s"$keyPrefix*").count(UserRedis.page))
    val keys = page.getResult.asScala.toVector
    val deleted = before + (if (keys.isEmpty) 0 else redis.del(keys: _*))
    if (page.isCompleteIteration) deleted else deleteKeys(redis, page.getCursor, deleted)
  }
}

object UserRedis {
  private val versionLine = """(?s).*\bredis_version:(\S+).*""".r
  private val page = 1000

  /** Throws [[Refused]] where nobody answers at `access` or the login is wrong. */
  def refuseUnusable(access: RedisAccess): Unit =
    try {
      val _ = TargetRedis.connected(access)(_.ping())
    } catch {
      case failure: JedisException =>
        throw new Refused(
          s"Redis at $access cannot be used (${failure.getMessage}): check -Dlab.redis.url=, or leave it out and the lab starts one.",
          Some(failure)
        )
    }
}

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

/** Redis that can be run here. */
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
