package bottleneck.lab.log

import java.nio.file.Path

/** The checkout that the tests are of; Maven runs them in their module. */
object Project {
  val root: Path = Path.of("..", "..").toAbsolutePath.normalize
}
