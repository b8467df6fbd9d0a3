package bottleneck.lab.run

import bottleneck.lab.run.host.Http
import bottleneck.lab.settings.{Refused, Settings}
import com.sun.management.UnixOperatingSystemMXBean
import java.io.IOException
import java.lang.management.ManagementFactory
import java.nio.file.{Files, Path}

/** What can be seen to fail before anything is started. */
object Preflight {
  private val spareBytes = 1L << 30
  private val spareFiles = 500L

  /** Throws [[Refused]] unless the folders can be written, the users can have their sockets and the target is there. */
  def check(settings: Settings, users: Int): Unit = {
    Vector(settings.layout.work, settings.layout.results).foreach(writable)
    enoughFiles(users)
    settings.targetUrls
      .find(Http.status(_).isEmpty)
      .foreach(url =>
        throw new Refused(
          s"Nothing answers at -Dtarget.url=$url: start the target first, or leave the property out and the lab starts one."
        )
      )
  }

  private def writable(folder: Path): Unit = {
    try Files.delete(Files.createTempFile(Files.createDirectories(folder), "probe-", ""))
    catch {
      case error: IOException =>
        throw new Refused(s"$folder cannot be written (${error.getMessage}): results need it.", Some(error))
    }
    val free = Files.getFileStore(folder).getUsableSpace
    if (free < spareBytes)
      throw new Refused(
        s"$folder has ${free >> 20} MiB left on its disk but a run needs ${spareBytes >> 20}: free some space."
      )
  }

  private def enoughFiles(users: Int): Unit = ManagementFactory.getOperatingSystemMXBean match {
    case system: UnixOperatingSystemMXBean if system.getMaxFileDescriptorCount < users + spareFiles =>
      throw new Refused(
        s"$users users need ${users + spareFiles} open files but ulimit -n allows ${system.getMaxFileDescriptorCount}: raise it, or use -Dscale=quick."
      )
    case _ => ()
  }
}
