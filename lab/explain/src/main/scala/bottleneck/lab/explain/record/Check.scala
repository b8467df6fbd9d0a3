package bottleneck.lab.explain.record

/** One condition of a run's soundness, with the numbers that it was judged by.
  *
  * @param ok
  *   whether it did not fail
  * @param undecided
  *   whether the run could not tell: such a condition neither holds nor fails
  * @param size
  *   by which part of itself what was measured may be off for this reason, to either side; none where nothing says
  */
final case class Check(
    check: String,
    ok: Boolean,
    detail: String,
    undecided: Boolean = false,
    size: Option[Double] = None
) {

  def outcome: Check.Outcome =
    if (!ok) Check.Outcome.Fails(Soundness.of(Vector(this)))
    else if (undecided) Check.Outcome.CannotTell
    else Check.Outcome.Holds
}

object Check {
  sealed trait Outcome

  object Outcome {
    case object Holds extends Outcome

    /** @param soundness
      *   what it makes of the run
      */
    final case class Fails(soundness: Soundness) extends Outcome

    case object CannotTell extends Outcome
  }

  def undecided(check: String, detail: String, size: Option[Double] = None): Check =
    Check(check, ok = true, detail, undecided = true, size)
}
