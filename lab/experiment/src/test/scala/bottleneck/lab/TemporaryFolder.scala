package bottleneck.lab

import bottleneck.lab.run.host.Folders
import java.nio.file.{Files, Path}
import org.scalatest.{BeforeAndAfterEach, Suite}

/** A folder for each test, removed after it. */
trait TemporaryFolder extends BeforeAndAfterEach { this: Suite =>
  private val root = Path.of("target", "specs").toAbsolutePath

  lazy val suiteFolder: Path = Files.createDirectories(root.resolve(getClass.getSimpleName))

  def folder: Path = Files.createDirectories(suiteFolder.resolve("test"))

  override def beforeEach(): Unit = Folders.remove(suiteFolder.resolve("test"))

  override def afterEach(): Unit = Folders.remove(suiteFolder.resolve("test"))
}
