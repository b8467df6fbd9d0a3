package bottleneck.lab.engine

import bottleneck.lab.figures.record.Trial
import bottleneck.lab.figures.target.{LoadPlan, Target}

/** Variants of a study in one run, at once: for what waits and leaves the cores idle, so that none takes time from the
  * other. Each has a result as by itself. A check says whether the cores were idle enough.
  */
abstract class SideBySide(one: Variant, other: Variant) extends Described {
  private val both = Vector(one, other)

  override val trial: Trial = Trial(one.trial.study, both.map(_.trial.variant).mkString(" | "))
  override def results: Vector[Trial] = both.map(_.trial)
  override def target: Target = other.target
  override def load: LoadPlan = other.load
  override def fullLoad: LoadPlan = other.fullLoad

  override private[engine] def newRun: Steps = new Run(getClass.getName, trial, both)
}
