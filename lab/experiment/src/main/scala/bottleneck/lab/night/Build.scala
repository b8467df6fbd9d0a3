package bottleneck.lab.night

import bottleneck.lab.Simulations
import bottleneck.lab.explain.published.Published
import bottleneck.lab.explain.verdict.Study
import bottleneck.lab.settings.Refused
import java.nio.file.Path

/** What a build can run, and the statements and figures that its runs are judged by.
  *
  * @param studies
  *   all of them, as the site has a page for each
  */
private[night] final case class Build(
    variants: Vector[Simulations.Variant],
    studies: Vector[Study],
    published: Published
)

private[night] object Build {

  /** The build that this class is part of, and the published values in the folder `data`. */
  def read(data: Path): Either[Refused, Build] = Published
    .read(data)
    .map(Build(Simulations.found, Simulations.studies, _))
    .left
    .map(error => new Refused(error.message))
}
