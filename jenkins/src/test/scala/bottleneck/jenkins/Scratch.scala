package bottleneck.jenkins

import java.nio.file.{Files, Path}
import java.util.Comparator
import java.util.concurrent.atomic.AtomicReference
import org.scalatest.{BeforeAndAfterEach, Suite}

/** An empty folder for each test, and the repository. */
trait Scratch extends BeforeAndAfterEach { this: Suite =>
  private val current = new AtomicReference(Path.of("."))

  protected def folder: Path = current.get

  protected val project: Path = Path.of(sys.props.getOrElse("lab.project", ".."))
  protected lazy val jenkinsfile: String = Files.readString(project.resolve("Jenkinsfile"))

  override protected def beforeEach(): Unit = current.set(Files.createTempDirectory("jenkins-spec"))

  override protected def afterEach(): Unit = {
    val files = Files.walk(folder).sorted(Comparator.reverseOrder[Path]())
    try files.forEach(file => Files.delete(file))
    finally files.close()
  }

  protected def write(path: String, text: String = "x"): Path = {
    val file = folder.resolve(path)
    Files.createDirectories(file.getParent)
    Files.writeString(file, text)
  }
}
