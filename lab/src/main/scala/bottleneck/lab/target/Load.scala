package bottleneck.lab.target

import scala.concurrent.duration.{Duration, FiniteDuration}

/** A closed load: after the warm-up `users` arrive evenly during `arrival` and then send one request after the other
  * for `hold`.
  *
  * @param settle
  *   the beginning of `hold` that is not judged, because the system is still filling
  * @param thinkTime
  *   mean pause of a user between an answer and the next request
  */
final case class Load(
    users: Int,
    arrival: FiniteDuration,
    settle: FiniteDuration,
    hold: FiniteDuration,
    warmUp: Option[WarmUp] = None,
    thinkTime: FiniteDuration = Duration.Zero
) {
  require(users > 0, s"users ($users) must be > 0")
  require(settle < hold, s"settle ($settle) must be < hold ($hold)")
  require(warmUp.forall(_.users <= users), s"a warm-up has no more users than the load has ($users)")

  def warmUpDuration: FiniteDuration = warmUp.fold[FiniteDuration](Duration.Zero)(_.duration)

  /** When the window begins, from the start of the run. */
  def judgedFrom: FiniteDuration = warmUpDuration + arrival + settle

  def duration: FiniteDuration = warmUpDuration + arrival + hold
}
