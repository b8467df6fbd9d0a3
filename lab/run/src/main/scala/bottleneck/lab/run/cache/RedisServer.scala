package bottleneck.lab.run.cache

import bottleneck.lab.run.host.{Folders, FreePorts, Secret}
import bottleneck.lab.run.process.{ChildProcess, Command, StopSignal}
import bottleneck.lab.settings.{Layout, RedisAccess}
import java.nio.file.{Files, Path}
import scala.concurrent.duration._
import scala.util.Try

/** A running Redis that keeps nothing on disk and wants a password of this run. */
final class RedisServer private (process: ChildProcess, program: RedisProgram, val access: RedisAccess)
    extends TargetRedis {
  override def keyPrefix: String = RedisServer.keyPrefix

  override def version: String = program.version

  override def pid: Option[Long] = Some(process.pid)

  override def awaitReady(): Unit =
    process.awaitReady(RedisServer.readyWithin)(Try(TargetRedis.connected(access)(_.ping())).isSuccess)

  override def hasEnded: Boolean = process.hasEnded

  override def close(): Unit = process.close()

  override def toString: String = s"${RedisServer.name} $version"
}

object RedisServer {
  private val name = "Redis"
  private val keyPrefix = "bottleneck:"
  private val host = "127.0.0.1"
  private val readyWithin = 30.seconds

  /** Starts it on a free port without waiting for it; its log is left in `logs`. */
  def start(program: RedisProgram, layout: Layout, logs: Path): RedisServer = {
    val scratch = Folders.temporary(layout.work, "run")
    try {
      val access = RedisAccess(host, FreePorts.choose(1).head, password = Some(Secret.random()))
      // command lines can be read by everybody
      Files.writeString(configuration(scratch), access.password.fold("")(secret => s"requirepass $secret\n"))
      new RedisServer(ChildProcess.start(command(program, access, scratch, logs)), program, access)
    } catch {
      case failure: Throwable =>
        Folders.remove(scratch)
        throw failure
    }
  }

  /** In a folder that nobody else can read. */
  private def configuration(scratch: Path): Path = scratch.resolve("redis.conf")

  private[cache] def command(program: RedisProgram, access: RedisAccess, scratch: Path, logs: Path): Command = {
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
      Vector(program.path.toString, configuration(scratch).toString) ++ settings.flatMap { case (setting, value) =>
        Vector(s"--$setting", value)
      },
      logs.resolve("redis.log"),
      stop = StopSignal.Kill,
      scratch = Some(scratch)
    )
  }
}
