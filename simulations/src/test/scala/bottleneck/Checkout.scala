package bottleneck

import bottleneck.lab.claims.published.Published
import bottleneck.lab.figures.settings.Settings
import java.nio.file.{Files, Path}

/** The checkout that the specs are of, by the properties that the POM sets. */
object Checkout {
  val settings: Settings = Settings.read(sys.props.toMap).fold(problem => sys.error(problem.sentence), identity)
  val project: Path = settings.layout.project
  lazy val published: Published = Published.read(settings.layout.data).fold(e => sys.error(e.sentence), identity)

  def text(path: String): String = Files.readString(project.resolve(path))
}
