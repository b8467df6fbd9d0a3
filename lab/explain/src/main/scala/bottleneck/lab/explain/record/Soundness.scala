package bottleneck.lab.explain.record

/** Soundness of a run: whether something disturbed its measurement. It follows from the run's checks alone, so results
  * of every version are judged alike.
  */
sealed abstract class Soundness(val name: String)

object Soundness {

  /** No check failed. */
  case object Sound extends Soundness("sound")

  /** Something changed what was measured. It is shown with its size, by which the run counts for verdicts.
    *
    * @param by
    *   the checks that failed
    */
  final case class Disturbed(by: Vector[String]) extends Soundness("disturbed")

  /** A structural fault: the run is not what it was to be, or its record is incomplete.
    *
    * @param by
    *   the checks that failed, those of a structural fault only
    */
  final case class Invalid(by: Vector[String]) extends Soundness("invalid")

  /** Checks whose failure is a structural fault; that of every other one is a disturbance. */
  private val structural =
    Set("parts", "log", "metrics", "errors", "intervention", "complete", "responses", "levels")

  /** Disturbances that are no moment's: another run would have them too. */
  private val lasting = Set("carried", "generator")

  /** True if a repeat of the run may be sound. */
  def mayPass(soundness: Soundness): Boolean = soundness match {
    case Disturbed(by) => !by.exists(lasting)
    case Sound | Invalid(_) => false
  }

  def of(checks: Vector[Check]): Soundness = {
    val (faults, disturbances) = checks.filterNot(_.ok).map(_.check).partition(structural)
    if (checks.isEmpty) Invalid(Vector("no check was recorded"))
    else if (faults.nonEmpty) Invalid(faults)
    else if (disturbances.nonEmpty) Disturbed(disturbances)
    else Sound
  }
}

/** One condition of a run's soundness, with the numbers that it was judged by.
  *
  * @param ok
  *   true if it did not fail
  * @param undecided
  *   true if the run cannot decide: the condition neither holds nor fails
  * @param size
  *   maximum relative error of the measurement for this reason, to either side; none if unknown
  */
final case class Check(
    check: String,
    ok: Boolean,
    detail: String,
    undecided: Boolean = false,
    size: Option[Double] = None
) {

  def outcome: Check.State =
    if (!ok) Check.State.Fails(Soundness.of(Vector(this)))
    else if (undecided) Check.State.CannotTell
    else Check.State.Holds
}

object Check {
  sealed trait State

  object State {
    case object Holds extends State

    /** @param soundness
      *   soundness of the run
      */
    final case class Fails(soundness: Soundness) extends State

    case object CannotTell extends State
  }

  def undecided(check: String, detail: String, size: Option[Double] = None): Check =
    Check(check, ok = true, detail, undecided = true, size)
}
