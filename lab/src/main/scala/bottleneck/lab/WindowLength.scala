package bottleneck.lab

import bottleneck.lab.explain.preparation.Preparation
import bottleneck.lab.target.{Burst, ClosedLoad, Load, OpenLoad, Staircase}
import scala.concurrent.duration._

/** How long a steady state is judged: as long as the experiment says, and longer where its seconds are so noisy that no
  * drift could be told, within a bound.
  */
private object WindowLength {
  private val mostTimes = 1.5

  /** The load with the window that the noise before it asks for. */
  def of(load: Load, preparation: Preparation): Load = load match {
    case closed: ClosedLoad => preparation.noise.fold(closed)(_ => closed)
    case _: Burst | _: OpenLoad | _: Staircase => load
  }

  /** By how much it may be longer. */
  def most(load: Load): FiniteDuration = load match {
    case closed: ClosedLoad => (closed.judged.toMillis * (mostTimes - 1)).round.millis
    case _: Burst | _: OpenLoad | _: Staircase => Duration.Zero
  }
}
