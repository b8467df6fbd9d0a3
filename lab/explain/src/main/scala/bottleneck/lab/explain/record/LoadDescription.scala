package bottleneck.lab.explain.record

/** What was asked of it, after a warm-up that leaves no record: a closed load, or with a
  * [[bottleneck.lab.explain.statistics.BurstTimes]] all users at once, who send one request each, or a staircase, which
  * `settleMs` is of each level of.
  *
  * @param users
  *   of an open load the most that can be there at once
  * @param perSecond
  *   users of an open load, who come for `holdMs` and send one request each
  * @param warmUpMs
  *   always 0: times begin after the warm-up
  */
final case class LoadDescription(
    users: Int,
    arrivalMs: Long,
    settleMs: Long,
    holdMs: Long,
    thinkMs: Long = 0,
    perSecond: Option[Double] = None,
    warmUpMs: Long = 0
)

/** Users who made a part of the target busy and whose requests are not measured, and when the first of them came, in
  * milliseconds since the run record's start.
  */
final case class Disturbance(users: Int, fromMs: Int)

/** In milliseconds since the run record's start. */
final case class WindowBounds(fromMs: Int, toMs: Int)
