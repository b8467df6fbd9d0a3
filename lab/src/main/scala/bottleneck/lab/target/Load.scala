package bottleneck.lab.target

import scala.concurrent.duration.FiniteDuration

/** A closed load: `users` arrive evenly during `arrival` and then send one request after the other for `hold`.
  *
  * @param settle
  *   the beginning of `hold` that is not judged, because the system is still filling
  */
final case class Load(users: Int, arrival: FiniteDuration, settle: FiniteDuration, hold: FiniteDuration) {
  require(users > 0, s"users ($users) must be > 0")
  require(settle < hold, s"settle ($settle) must be < hold ($hold)")

  def duration: FiniteDuration = arrival + hold
}
