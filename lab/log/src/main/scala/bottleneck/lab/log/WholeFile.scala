package bottleneck.lab.log

import java.io.OutputStream
import java.nio.file.StandardCopyOption.{ATOMIC_MOVE, REPLACE_EXISTING}
import java.nio.file.{Files, Path}
import scala.util.{Try, Using}

/** Files that are there as a whole or not at all. */
object WholeFile {

  /** Gives `write` a file beside `path`, whose folder is made, and moves it there unless `write` gives an error. What
    * is no ordinary file, such as a pipe or /dev/null, is written itself.
    */
  def write[E, A](path: Path)(write: OutputStream => Either[E, A]): Either[E, A] = {
    def to(file: Path): Either[E, A] = Using.resource(Files.newOutputStream(file))(write)
    if (Files.exists(path) && !Files.isRegularFile(path)) to(path)
    else {
      val folder = Files.createDirectories(path.toAbsolutePath.getParent)
      val draft = folder.resolve(s".${path.getFileName}.${ProcessHandle.current.pid}")
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
