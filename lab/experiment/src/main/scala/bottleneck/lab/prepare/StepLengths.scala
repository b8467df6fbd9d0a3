package bottleneck.lab.prepare

import scala.concurrent.duration._

/** How long the steps of a preparation take: for a real target see [[StepLengths.measuring]], for tests less.
  *
  * @param coresSlice
  *   of a warm-up until the cores are steady
  * @param timeSlice
  *   of a warm-up until the response time is steady
  * @param alone
  *   of the calibration's slice in which one round follows the other
  * @param paceSlice
  *   of the calibration's slices at a pace, at least
  * @param settle
  *   from the beginning of a pace to its first slice
  * @param group
  *   for how long rounds that begin together keep all cores busy, about, unless two for each core take longer: the
  *   first and last requests, which cost more than those between, weigh little in a long group
  */
private[lab] final case class StepLengths(
    coresSlice: FiniteDuration,
    timeSlice: FiniteDuration,
    alone: FiniteDuration,
    paceSlice: FiniteDuration,
    settle: FiniteDuration,
    group: FiniteDuration
)

private[lab] object StepLengths {

  /** CPU times are counted in hundredths of a second, and counters are read once a second: shorter slices would show
    * that more than a change.
    */
  val measuring: StepLengths =
    StepLengths(
      coresSlice = 3.seconds,
      timeSlice = 1.second,
      alone = 3.seconds,
      paceSlice = 1.second,
      settle = 500.millis,
      group = 1.second
    )
}
