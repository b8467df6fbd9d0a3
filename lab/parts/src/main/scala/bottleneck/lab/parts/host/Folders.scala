package bottleneck.lab.parts.host

import java.io.UncheckedIOException
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.StandardCopyOption.{ATOMIC_MOVE, COPY_ATTRIBUTES}
import java.nio.file.{FileSystemException, Files, NoSuchFileException, Path}
import java.security.MessageDigest
import java.util.HexFormat
import scala.annotation.tailrec
import scala.jdk.StreamConverters._
import scala.util.Using

/** Folders as wholes: made once, copied, removed. */
object Folders {

  /** The folder `target`, which `make` makes in another place unless it is there; of two labs the first move wins. */
  def madeOnce(target: Path)(make: Path => Unit): Path = {
    if (!Files.isDirectory(target)) {
      val parent = Files.createDirectories(target.getParent)
      val draft = temporary(parent, "draft")
      try {
        make(draft)
        val _ = Files.move(draft, target, ATOMIC_MOVE)
      } catch {
        case _: FileSystemException if Files.isDirectory(target) => ()
      } finally remove(draft)
    }
    target
  }

  /** A new folder below `parent` while this process lives. Those of processes that were killed are removed. */
  def temporary(parent: Path, kind: String): Path = {
    val owned = s"$kind-(\\d+)-.*".r
    entries(Files.createDirectories(parent)).foreach { folder =>
      folder.getFileName.toString match {
        case owned(pid) if ProcessHandle.of(pid.toLong).isEmpty => remove(folder)
        case _ => ()
      }
    }
    Files.createTempDirectory(parent, s"$kind-${ProcessHandle.current().pid()}-")
  }

  /** Copies the folder `from`, with permissions and times, to `to`, which must not exist. */
  def copy(from: Path, to: Path): Unit =
    Using.resource(Files.walk(from))(_.forEach { path =>
      val _ = Files.copy(path, to.resolve(from.relativize(path).toString), COPY_ATTRIBUTES)
    })

  /** Removes the folder with all that is in it, if it is there; others may do so at the same time. */
  @tailrec
  def remove(folder: Path): Unit = if (Files.exists(folder) && !removed(folder)) remove(folder)

  /** False where a part of it went meanwhile. */
  private def removed(folder: Path): Boolean =
    try {
      tree(folder).reverse.foreach(Files.deleteIfExists(_))
      true
    } catch {
      case _: NoSuchFileException => false
      case failure: UncheckedIOException if failure.getCause.isInstanceOf[NoSuchFileException] => false
    }

  /** What is in a folder itself. */
  def entries(folder: Path): Vector[Path] = Using.resource(Files.list(folder))(_.toScala(Vector))

  /** A file or folder with all that is below it. */
  def tree(path: Path): Vector[Path] = Using.resource(Files.walk(path))(_.toScala(Vector))

  /** A short name for content: hexadecimal digits of the SHA-256 of all `parts` in order. */
  def hash(parts: Array[Byte]*): String = {
    val digest = MessageDigest.getInstance("SHA-256")
    parts.foreach { part =>
      digest.update(s"${part.length}:".getBytes(UTF_8))
      digest.update(part)
    }
    HexFormat.of().formatHex(digest.digest()).take(16)
  }
}
