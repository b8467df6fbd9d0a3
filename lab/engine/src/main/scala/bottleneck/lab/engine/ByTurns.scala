package bottleneck.lab.engine

import bottleneck.lab.figures.record.Trial
import bottleneck.lab.figures.target.{Load, LoadPlan, SlicedLoad, Target}

/** Two variants of a study in one run: both targets are up and warm, and users send to one and then to the other, so
  * that what the machine does meanwhile happens to both. With the number of `users` the run shows their ratio; without,
  * they are those of the variants' load, and each has a result as by itself, predicted by light slices beside full
  * ones.
  */
abstract class ByTurns private (one: Variant, other: Variant, users: Option[Int]) extends Described {
  private val both = Vector(one, other)

  def this(one: Variant, other: Variant, users: Int) = this(one, other, Some(users))
  def this(one: Variant, other: Variant) = this(one, other, None)

  override val trial: Trial = Trial(both.head.trial.study, both.map(_.trial.variant).mkString(" | "))
  override def results: Vector[Trial] = users.fold(both.map(_.trial))(_ => Vector(trial))
  override def target: Target = both.head.target
  override def load: Load = ByTurns.load(one.load, users)
  override def fullLoad: Load = ByTurns.load(one.fullLoad, users)

  override private[engine] def newRun: Steps = new TurnsRun(getClass.getName, trial, both, users)
}

private object ByTurns {

  /** Load of a variant, or of so many users instead. */
  def load(plan: LoadPlan, users: Option[Int]): SlicedLoad = plan
    .load(_ => None)
    .fold(
      why => throw new IllegalArgumentException(why),
      own => SlicedLoad.of(users.getOrElse(own.users), own.warmUp)
    )
}
