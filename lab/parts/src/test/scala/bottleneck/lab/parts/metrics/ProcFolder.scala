package bottleneck.lab.parts.metrics

import bottleneck.lab.log.TemporaryFolder
import java.nio.file.{Files, Path}
import org.scalatest.Suite
import scala.io.Source.fromResource
import scala.util.Using

/** The `/proc` of this machine, and a folder that is made like it. */
trait ProcFolder extends TemporaryFolder { this: Suite =>
  protected val proc: Path = Path.of("/proc")

  /** Writes a file of the made folder. */
  protected def write(file: String, text: String): Unit = {
    val path = folder.resolve(file)
    val _ = Files.createDirectories(path.getParent)
    val _ = Files.writeString(path, text)
  }

  protected def golden(name: String): String =
    Using.resource(fromResource(s"bottleneck/lab/parts/metrics/$name.golden"))(_.mkString)

  /** Cancels the test on a machine without this file. */
  protected def onLinux(file: String): Unit =
    if (!Files.isReadable(proc.resolve(file))) { val _ = cancel(s"there is no /proc/$file here") }
}
