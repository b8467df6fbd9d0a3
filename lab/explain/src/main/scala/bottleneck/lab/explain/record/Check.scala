package bottleneck.lab.explain.record

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
