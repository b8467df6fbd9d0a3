package bottleneck.lab.explain.verdict

import bottleneck.lab.explain.record.{Result, Soundness}
import java.nio.file.Path

/** A result and the folder that it was read from. */
final case class StoredResult(folder: Path, result: Result) {

  /** Uncertainty from the run itself; none where it is unknown. */
  lazy val uncertainty: Option[Uncertainty] = Uncertainty.of(result)
}

/** The runs of one variant that can be compared with each other, newest first, and what they say together. */
final case class Variant(name: String, runs: Vector[StoredResult]) {
  require(runs.nonEmpty, s"variant $name has no run")

  private[verdict] def newest: Result = runs.head.result

  /** The run that stands for all of them: of those that count and had the newest one's load the one with the median of
    * the mean response times (of an even number the upper one), so that running again until a run suits changes
    * nothing. It is the newest where none counts, and of staircases, as other loads follow from them.
    */
  lazy val typical: StoredResult = weighed.headOption.fold(runs.head) { newest =>
    val alike = weighedLike(newest)
    if (newest.result.measured.byLoad.staircase.isDefined) newest
    else alike.sortBy(_.result.total.latencyMs.fold(Double.PositiveInfinity)(_.mean)).apply(alike.size / 2)
  }

  def shown: Result = typical.result

  /** The runs that count and had the load of the typical one. */
  private[verdict] def alike: Vector[StoredResult] = weighedLike(typical)

  private def weighedLike(one: StoredResult): Vector[StoredResult] = weighed.filter(_.result.load == one.result.load)

  /** The runs that count: the sound ones, or where there are none those whose disturbance has a size. */
  def counted: Vector[Result] = weighed.map(_.result)

  private[lab] def weighed: Vector[StoredResult] = {
    val sound = runs.filter(_.result.sound)
    if (sound.isEmpty) runs.filter(_.uncertainty.isDefined) else sound
  }

  /** Variant without runs disturbed by a check other than those of `about`. */
  private[verdict] def undisturbed(about: Set[String]): Option[Variant] = {
    val left = runs.filter(_.result.soundness match {
      case Soundness.Disturbed(by) => by.forall(about)
      case _ => true
    })
    Option.when(left.nonEmpty)(copy(runs = left))
  }

  private[verdict] def uncounted: Vector[Soundness] =
    runs.filter(_.uncertainty.isEmpty).map(_.result.soundness)
}
