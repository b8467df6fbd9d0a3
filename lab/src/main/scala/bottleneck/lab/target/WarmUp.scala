package bottleneck.lab.target

import scala.concurrent.duration._

/** The beginning of a load, not judged: few `users`, so that the JVMs of service and generator have cores left to
  * compile on.
  *
  * @param calibration
  *   its end, in which the CPU time of a request is measured: long enough for many of them; zero where that is not to
  *   be known
  */
final case class WarmUp(users: Int, duration: FiniteDuration, calibration: FiniteDuration = 5.seconds) {
  require(users > 0, s"users of a warm-up ($users) must be > 0")
  require(duration > calibration, s"a warm-up ($duration) must be longer than its calibration ($calibration)")
}
