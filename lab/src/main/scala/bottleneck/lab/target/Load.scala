package bottleneck.lab.target

import scala.concurrent.duration._

/** What is asked of a target, and for how long: a warm-up that is not judged, and then one of the cases. */
sealed abstract class Load {
  def users: Int
  def warmUp: Option[WarmUp]

  /** Mean pause of a user between an answer and the next request. */
  def thinkTime: FiniteDuration

  /** When the window begins, from the start of the run. */
  def judgedFrom: FiniteDuration

  /** When the load ends at the latest. */
  def duration: FiniteDuration

  def warmUpDuration: FiniteDuration = warmUp.fold[FiniteDuration](Duration.Zero)(_.duration)
}

/** After the warm-up `users` arrive evenly during `arrival` and then send one request after the other for `hold`.
  *
  * @param settle
  *   the beginning of `hold` that is not judged, because the system is still filling
  */
final case class ClosedLoad(
    users: Int,
    arrival: FiniteDuration,
    settle: FiniteDuration,
    hold: FiniteDuration,
    warmUp: Option[WarmUp] = None,
    thinkTime: FiniteDuration = Duration.Zero
) extends Load {
  require(users > 0, s"users ($users) must be > 0")
  require(settle < hold, s"settle ($settle) must be < hold ($hold)")
  require(warmUp.forall(_.users <= users), s"a warm-up has no more users than the load has ($users)")

  override def judgedFrom: FiniteDuration = warmUpDuration + arrival + settle

  override def duration: FiniteDuration = warmUpDuration + arrival + hold
}

/** After the warm-up, whose users leave, and a pause come `users`, each with a connection of its own, send one request
  * and leave.
  *
  * @param patience
  *   how long the last of them waits at most
  * @param arrival
  *   within which they come evenly; without it at the same moment
  * @param thinkTime
  *   how long each stays after its answer
  * @param after
  *   how long the parts are watched on when the last user has left: a part of the window
  */
final case class Burst(
    users: Int,
    patience: FiniteDuration,
    warmUp: Option[WarmUp] = None,
    after: FiniteDuration = Duration.Zero,
    arrival: FiniteDuration = Duration.Zero,
    thinkTime: FiniteDuration = Duration.Zero
) extends Load {
  require(users > 0, s"users ($users) must be > 0")
  require(patience > Duration.Zero, s"patience ($patience) must be > 0")

  /** When the users come. The window begins with their first request, and ends with the last. */
  override def judgedFrom: FiniteDuration = warmUpDuration + Burst.quiet

  override def duration: FiniteDuration = judgedFrom + arrival + patience + Burst.quiet
}

object Burst {

  /** In which nothing is sent, before the window and after it: requests of the warm-up end in it, and counters that are
    * read once a second cover the whole window.
    */
  val quiet: FiniteDuration = 4.seconds
}
