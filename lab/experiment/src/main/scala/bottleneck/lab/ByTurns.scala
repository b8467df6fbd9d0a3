package bottleneck.lab

import bottleneck.lab.target.ClosedLoad
import scala.concurrent.duration._

/** Two variants of a study in one run: both targets are up and warm, and `users` send to one and then to the other, so
  * that what the machine does meanwhile happens to both.
  */
abstract class ByTurns(one: => Setup, other: => Setup, users: Int)
    extends Described(ByTurns.described(one, other, users)) {
  override private[lab] def newRun: Steps =
    new TurnsRun(getClass.getName, setup.trial.study, Vector(one, other), users)
}

private object ByTurns {

  /** Looks at the growing data; each may end it. */
  val looks = 3

  /** Half-width of the ratio's interval at which it ends. */
  val narrow = 0.02

  /** Stands for both where variants are listed. */
  def described(one: Setup, other: Setup, users: Int): Setup = one.copy(
    trial = one.trial.copy(
      variant = s"${one.trial.variant} | ${other.trial.variant}",
      factor = None,
      published = None
    ),
    load = _ => ClosedLoad(users, arrival = 1.second, settle = 1.second, hold = longest),
    repeats = 1
  )

  private def longest: FiniteDuration = run.turns.TurnTimes.usual.look * looks.toLong
}
