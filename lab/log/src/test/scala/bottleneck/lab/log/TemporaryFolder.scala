package bottleneck.lab.log

import java.nio.file.{Files, Path}
import org.scalatest.{BeforeAndAfterEach, Suite}
import scala.jdk.StreamConverters._
import scala.util.Using

/** A folder for each test, removed after it. */
trait TemporaryFolder extends BeforeAndAfterEach { this: Suite =>
  private val root = Path.of("target", "specs").toAbsolutePath

  lazy val suiteFolder: Path = Files.createDirectories(root.resolve(getClass.getSimpleName))

  def folder: Path = Files.createDirectories(suiteFolder.resolve("test"))

  override def beforeEach(): Unit = remove(suiteFolder.resolve("test"))

  override def afterEach(): Unit = remove(suiteFolder.resolve("test"))

  /** Deletes a folder with all that is in it; links are not followed. */
  protected def remove(folder: Path): Unit =
    if (Files.exists(folder))
      Using.resource(Files.walk(folder))(_.toScala(Vector)).reverse.foreach(Files.deleteIfExists(_))
}
