package bottleneck.lab.log

import java.io.OutputStream
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.StandardCopyOption.{ATOMIC_MOVE, REPLACE_EXISTING}
import java.nio.file.{Files, Path}
import scala.util.{Try, Using}

/** Files that are there as a whole or not at all: written beside their place, whose folder is made, then moved into it.
  * If that fails, what was there before stays. What is no ordinary file, such as a pipe or /dev/null, is written
  * itself.
  */
object WholeFile {
  def write(path: Path, text: String): Unit = writeTo(path)(_.write(text.getBytes(UTF_8)))

  def writeTo(path: Path)(write: OutputStream => Unit): Unit = {
    val _ = writeUnless(path)(output => Right(write(output)))
  }

  /** Nothing is moved when `write` gives an error, which is returned. */
  def writeUnless[E, A](path: Path)(write: OutputStream => Either[E, A]): Either[E, A] = {
    def to(file: Path): Either[E, A] = Using.resource(Files.newOutputStream(file))(write)
    if (Files.exists(path) && !Files.isRegularFile(path)) to(path)
    else {
      val folder = Files.createDirectories(path.toAbsolutePath.getParent)
      val draft = folder.resolve(s".${path.getFileName}-${ProcessHandle.current.pid}")
      try {
        val written = to(draft)
        written.foreach(_ => Files.move(draft, path, ATOMIC_MOVE, REPLACE_EXISTING))
        written
      } finally { val _ = Files.deleteIfExists(draft) }
    }
  }

  /** The path without links; of a file that has none of its own, such as a shell's pipe, the path as it is. */
  def real(path: Path): Path = Try(path.toRealPath()).getOrElse(path.toAbsolutePath.normalize)
}
