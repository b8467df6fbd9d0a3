package bottleneck.lab.explain.record

import bottleneck.lab.explain.statistics.Outcome
import upickle.implicits.flatten

/** All that is known of one run: the content of its result.json, which has the fields of parts marked `flatten` as its
  * own.
  */
final case class Result(
    run: RunDescription,
    machine: Machine,
    target: TargetDescription,
    @flatten treatment: Treatment,
    @flatten measured: Measured,
    server: Server,
    @flatten expected: Expected,
    validity: Vector[Check]
) {
  def load: LoadDescription = treatment.load

  /** The window's outcome, over all requests. */
  def total: Outcome = measured.total

  def soundness: Soundness = Soundness.of(validity)

  /** Whether no check failed. */
  def sound: Boolean = soundness == Soundness.Sound

  /** Whether the run has no structural fault; it may be disturbed. */
  def valid: Boolean = soundness match {
    case Soundness.Invalid(_) => false
    case Soundness.Disturbed(_) | Soundness.Sound => true
  }

  def isDisturbed: Boolean = valid && !sound

  /** Why the run is not sound; empty for a sound one. */
  def objections: Vector[String] = told(!_.ok)

  /** What the run could not tell. */
  def undecided: Vector[String] = told(_.outcome == Check.State.CannotTell)

  private def told(which: Check => Boolean): Vector[String] =
    validity.filter(which).map(check => s"${check.check}: ${check.detail}")
}

object Result {
  val schema = "bottleneck/result/1"
}
