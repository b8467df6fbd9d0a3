package bottleneck.lab.run.postgres

import bottleneck.lab.run.host.{Executables, Folders}
import bottleneck.lab.run.process.{ChildProcess, Command, StopSignal}
import bottleneck.lab.target.Disk
import java.io.IOException
import java.nio.ByteBuffer
import java.nio.channels.FileChannel
import java.nio.file.StandardOpenOption.{APPEND, CREATE}
import java.nio.file.{Files, Path}
import scala.annotation.tailrec
import scala.concurrent.duration._
import scala.util.Using

/** A file system in memory that exists only for the processes in a mount namespace of its own (mount_namespaces(7)):
  * the one that mounted it, and those that are started [[enter]]ing it. It ends with the last of them, however they
  * end, so nothing has to be unmounted.
  *
  * @param holder
  *   the process that mounted it
  * @param scratch
  *   a folder that goes with the holder; the file system lies in a folder in it
  */
final class OwnDisk private (private val holder: ChildProcess, scratch: Path, size: Disk) extends AutoCloseable {
  private val mount = OwnDisk.mountPoint(scratch)

  /** What a command begins with that is to see it. */
  private[postgres] def enter: Vector[String] =
    Vector("nsenter", s"--target=${holder.pid}", "--user", "--preserve-credentials", "--mount", "--")

  /** Where PostgreSQL finds its data, as it sees it. */
  private[postgres] def data: Path = mount.resolve("data")

  /** Copies the data folder `from` to it; without the WAL, where that is to be elsewhere. */
  private[postgres] def take(from: Path): Unit = {
    val (to, wal) = (outside.resolve("data"), "pg_wal")
    Folders.copy(from, to, except = Option.unless(size.wal)(from.resolve(wal)))
    if (!size.wal) {
      Folders.copy(from.resolve(wal), scratch.resolve(wal))
      val _ = Files.createSymbolicLink(to.resolve(wal), scratch.resolve(wal))
    }
  }

  /** Makes a file longer until there is no room left. Called again, it takes what became free meanwhile. */
  @tailrec def fill(): Unit = {
    val room = freeBytes
    if (room >= OwnDisk.blockBytes) {
      Using.resource(FileChannel.open(filler, CREATE, APPEND))(write(_, room))
      fill()
    }
  }

  private def write(file: FileChannel, bytes: Long): Unit = {
    val before = file.size
    val block = ByteBuffer.allocate(OwnDisk.blockBytes)

    @tailrec def next(left: Long): Unit = if (left > 0) next(left - file.write(block.clear()))

    try next(bytes)
    // others took the rest
    catch { case _: IOException if file.size > before || freeBytes < OwnDisk.blockBytes => () }
  }

  /** Removes that file. */
  def free(): Unit = {
    val _ = Files.deleteIfExists(filler)
  }

  private def freeBytes: Long = outside.toFile.getUsableSpace

  private def filler: Path = outside.resolve("filler")

  /** The file system as this process reaches it; nothing else may be filled. */
  private def outside: Path =
    if (isMounted) Path.of(s"/proc/${holder.pid}/root$mount")
    else throw new IllegalStateException("the disk of the database is gone")

  private def isMounted: Boolean = OwnDisk.isMounted(holder.pid, mount)

  override def close(): Unit = holder.close()
}

object OwnDisk {
  private val blockBytes = 4096
  private val mountedWithin = 10.seconds

  /** Everybody may do this to themselves, unless the system forbids user namespaces. */
  private val newNamespace = Vector("unshare", "--user", "--map-root-user", "--mount", "sh", "-c")

  private val hold = """mount -t tmpfs -o "size=$2m,mode=700" bottleneck-disk "$1" && exec sleep infinity"""

  /** Why there can be none here, in a sentence; nothing where there can. */
  def unmet: Option[String] = Option.unless(
    Executables
      .says(newNamespace :+ "mount -t tmpfs bottleneck-disk /tmp && nsenter --version && echo mounted": _*)
      .exists(_.linesIterator.contains("mounted"))
  )(
    "The target needs a disk of its own for its database, which needs Linux, unshare, nsenter and user namespaces: " +
      "install util-linux, allow user namespaces, and run again."
  )

  /** An empty one, which is mounted. */
  private[postgres] def start(size: Disk, work: Path, logs: Path): OwnDisk = {
    val scratch = Folders.temporary(work, "run")
    try {
      val mount = Files.createDirectory(mountPoint(scratch))
      val command = Command(
        "the disk of the database",
        newNamespace ++ Vector(hold, "hold", mount.toString, size.mebibytes.toString),
        logs.resolve("disk.log"),
        stop = StopSignal.Kill,
        scratch = Some(scratch)
      )
      mounted(new OwnDisk(ChildProcess.start(command), scratch, size))
    } catch {
      case failure: Throwable =>
        Folders.remove(scratch)
        throw failure
    }
  }

  private def mounted(disk: OwnDisk): OwnDisk =
    try {
      disk.holder.awaitReady(mountedWithin)(disk.isMounted)
      disk
    } catch {
      case failure: Throwable =>
        disk.close()
        throw failure
    }

  private def mountPoint(scratch: Path): Path = scratch.resolve("disk")

  /** By proc(5), `mountinfo`. */
  private def isMounted(pid: Long, mount: Path): Boolean =
    try Files.readString(Path.of(s"/proc/$pid/mountinfo")).contains(s" $mount ")
    catch { case _: IOException => false }
}
