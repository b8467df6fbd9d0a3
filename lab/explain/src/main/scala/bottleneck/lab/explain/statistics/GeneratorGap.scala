package bottleneck.lab.explain.statistics

import scala.concurrent.duration._

/** The generator's own part of a closed load: mean time between a user's answer and its next request that is no think
  * time. A generator without it would ask for more.
  *
  * Where think times are random their mean in the window differs from what was asked for, and so the gap may be a
  * little below 0.
  *
  * @param share
  *   of a user's cycle from request to request
  */
final case class GeneratorGap(ms: Double, share: Double)

object GeneratorGap {

  /** By Little's law of users who are between two requests: (N − L) ÷ X − Z. None where nothing was answered. */
  def of(seen: Occupancy, thinkTime: FiniteDuration): Option[GeneratorGap] =
    Option.when(seen.seconds > 0 && seen.perSecond > 0 && seen.users > 0) {
      val cycleMs = seen.users / seen.perSecond * 1000
      val ms = (seen.users - seen.inFlight) / seen.perSecond * 1000 - thinkTime.toUnit(MILLISECONDS)
      GeneratorGap(ms, ms / cycleMs)
    }
}
