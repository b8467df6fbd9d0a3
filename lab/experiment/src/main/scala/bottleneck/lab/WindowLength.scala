package bottleneck.lab

import bottleneck.lab.statistics.SteadyState
import bottleneck.lab.explain.preparation.Preparation
import bottleneck.lab.target.{Burst, ClosedLoad, Load, OpenLoad, Staircase}
import scala.concurrent.duration._

/** Window length of a steady state: as in the experiment, and longer, within a bound, where cores can be the limit and
  * the noise of their seconds requires it.
  */
private object WindowLength {

  /** If the machine is too noisy for this bound, the check `steady` cannot decide, and says so. */
  private val mostTimes = 1.25

  /** The load with the window that the noise before it asks for. */
  def of(load: Load, preparation: Preparation): Load = load match {
    case closed: ClosedLoad =>
      val asked = preparation.noise.filter(_ => preparation.heldMs.isEmpty).map(SteadyState.seconds(_).seconds)
      asked.fold(closed)(window => closed.judgedFor(window.max(closed.judged).min(longest(closed))))
    case _: Burst | _: OpenLoad | _: Staircase => load
  }

  /** Maximum extension of the window. */
  def most(load: Load): FiniteDuration = load match {
    case closed: ClosedLoad => longest(closed) - closed.judged
    case _: Burst | _: OpenLoad | _: Staircase => Duration.Zero
  }

  private def longest(closed: ClosedLoad): FiniteDuration = (closed.judged.toSeconds * mostTimes).toLong.seconds
}
