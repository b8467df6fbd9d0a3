package bottleneck.lab.files

import java.io.RandomAccessFile
import java.nio.file.{Files, Path}
import scala.util.Using

/** Files that no run leaves. */
trait StrangeFiles {

  /** Whoever opens it waits for a writer. */
  protected def pipe(path: Path): Unit = {
    val exit = new ProcessBuilder("mkfifo", path.toString).inheritIO().start().waitFor()
    require(exit == 0, s"mkfifo $path ended with $exit")
  }

  protected def link(path: Path, to: Path): Unit = {
    val _ = Files.createSymbolicLink(path, to.toAbsolutePath)
  }

  /** It takes no room on the disk. */
  protected def long(path: Path, bytes: Long): Unit =
    Using.resource(new RandomAccessFile(path.toFile, "rw"))(_.setLength(bytes))
}
