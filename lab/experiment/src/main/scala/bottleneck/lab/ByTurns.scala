package bottleneck.lab

import bottleneck.lab.explain.record.Trial
import bottleneck.lab.run.turns.TurnTimes
import bottleneck.lab.target.{ClosedLoad, Load, Target}
import scala.concurrent.duration._

/** Two variants of a study in one run: both targets are up and warm, and `users` send to one and then to the other, so
  * that what the machine does meanwhile happens to both.
  */
abstract class ByTurns(one: => Variant, other: => Variant, users: Int) extends Described {
  private lazy val both = Described.only(Vector(one, other))

  override lazy val trial: Trial = Trial(both.head.trial.study, both.map(_.trial.variant).mkString(" | "))
  override def target: Target = both.head.target
  override def load: Load =
    ClosedLoad(users, arrival = 1.second, settle = 1.second, hold = TurnTimes.usual.look * ByTurns.looks.toLong)

  override private[lab] def newRun: Steps = new TurnsRun(getClass.getName, trial.study, both, users)
}

private object ByTurns {

  /** Looks at the growing data; each may end it. */
  val looks = 3

  /** Half-width of the ratio's interval at which it ends. */
  val narrow = 0.02
}
