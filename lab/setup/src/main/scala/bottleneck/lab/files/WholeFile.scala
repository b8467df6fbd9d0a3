package bottleneck.lab.files

import java.io.OutputStream
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.StandardCopyOption.{ATOMIC_MOVE, REPLACE_EXISTING}
import java.nio.file.{Files, Path}
import scala.util.Using

/** Files that are there as a whole or not at all: written beside their place, then moved into it. If that fails, what
  * was there before stays.
  */
object WholeFile {
  def write(path: Path, text: String): Unit = writeTo(path)(_.write(text.getBytes(UTF_8)))

  def writeTo(path: Path)(write: OutputStream => Unit): Unit = {
    val _ = writeUnless(path)(output => Right(write(output)))
  }

  /** Nothing is moved when `write` gives an error, which is returned. */
  def writeUnless[E, A](path: Path)(write: OutputStream => Either[E, A]): Either[E, A] = {
    val folder = Files.createDirectories(path.toAbsolutePath.getParent)
    val draft = folder.resolve(s".${path.getFileName}-${ProcessHandle.current().pid()}")
    try {
      val written = Using.resource(Files.newOutputStream(draft))(write)
      written.foreach(_ => Files.move(draft, path, ATOMIC_MOVE, REPLACE_EXISTING))
      written
    } finally {
      val _ = Files.deleteIfExists(draft)
    }
  }
}
