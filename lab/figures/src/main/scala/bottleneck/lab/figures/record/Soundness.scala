package bottleneck.lab.figures.record

import bottleneck.lab.figures.Check

/** Soundness of a run: whether something disturbed its measurement. It follows from the run's checks alone, so results
  * of every version are judged alike.
  */
sealed abstract class Soundness(val name: String)

object Soundness {

  /** No check failed. */
  case object Sound extends Soundness("sound")

  /** Something changed what was measured: these checks failed. It is shown with its size, by which the run counts for
    * verdicts.
    */
  final case class Disturbed(by: Vector[String]) extends Soundness("disturbed")

  /** A structural fault, by these checks: the run is not what it was to be, or its record is incomplete. */
  final case class Invalid(by: Vector[String]) extends Soundness("invalid")

  /** Checks whose failure is a structural fault; that of every other one is a disturbance. */
  private val structural = Set("parts", "log", "metrics", "errors", "intervention", "complete", "responses", "levels")

  def of(checks: Vector[Check]): Soundness = {
    val (faults, disturbances) = checks.filterNot(_.passed).map(_.name).partition(structural)
    if (checks.isEmpty) Invalid(Vector("no check was recorded"))
    else if (faults.nonEmpty) Invalid(faults)
    else if (disturbances.nonEmpty) Disturbed(disturbances)
    else Sound
  }
}
