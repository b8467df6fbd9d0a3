package bottleneck.lab.parts

import bottleneck.lab.figures.settings.{Refused, Settings}
import bottleneck.lab.figures.target.{Cache, Target}
import bottleneck.lab.parts.cache.UserRedis
import bottleneck.lab.parts.host.{Http, OpenFiles}
import bottleneck.lab.parts.postgres.UserDatabase
import java.io.IOException
import java.nio.file.{Files, Path}

/** Checks before anything is started. */
object Preflight {
  private val spareBytes = 1L << 30

  /** Upper bound for the size of seed-sql's rows and keys, in bytes. */
  private[lab] val rowsBytes = 100L << 20

  private val spareFiles = 500L

  /** Throws [[Refused]] unless folders can be written, users have sockets, and what is to run already is there. */
  def check(settings: Settings, target: Target, users: Int): Unit = {
    Vector(settings.layout.work, settings.layout.results).foreach { folder =>
      writable(folder, s"$folder cannot be written", "results need it")
      enoughSpace(folder, spaceFor(target))
    }
    // Maven's commands set it, which overrules JAVA_TOOL_OPTIONS
    val temporary = System.getProperty("java.io.tmpdir")
    writable(Path.of(temporary), s"$temporary cannot be written", "make it writable: temporary files need it")
    enoughFiles(target, users)
    if (target.database.isDefined && settings.running.targetUrls.isEmpty)
      settings.running.database.foreach(UserDatabase.refuseUnusable)
    target.cache.foreach {
      case _: Cache.Redis => settings.running.redis.foreach(UserRedis.refuseUnusable)
      case _: Cache.Caffeine => ()
    }
    for (url <- settings.running.targetUrls if Http.status(url).isEmpty)
      throw new Refused(
        s"Nothing answers at -Dtarget.url=$url: start the target first, or leave the property out and the lab starts one."
      )
  }

  /** More rows are there twice: in the seed, and in the copy that a run works on. */
  private def spaceFor(target: Target): Long =
    spareBytes + target.database.fold(0L)(database => 2 * (database.scale - 1) * rowsBytes)

  private def writable(folder: Path, otherwise: String, advice: String): Unit =
    try Files.delete(Files.createTempFile(Files.createDirectories(folder), "probe-", ""))
    catch {
      case error: IOException => throw new Refused(s"$otherwise (${error.getMessage}): $advice.", Some(error))
    }

  private def enoughSpace(folder: Path, needed: Long): Unit = {
    val free = folder.toFile.getUsableSpace
    if (free < needed)
      throw new Refused(
        s"$folder has ${free >> 20} MiB left on its disk but a run needs ${needed >> 20}: free ${(needed - free >> 20) + 1} MiB."
      )
  }

  /** A balancer has one connection to a user and another to an instance. */
  private def enoughFiles(target: Target, users: Int): Unit = {
    val needed = (if (target.balancer.isDefined) 2L * users else users.toLong) + spareFiles
    for (limit <- OpenFiles.limit if limit < needed)
      throw new Refused(
        s"$users users need $needed open files but ulimit -n allows $limit: raise it, or use -Dscale=quick."
      )
  }
}
