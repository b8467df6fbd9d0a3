package bottleneck.lab.target

import scala.concurrent.duration._

/** The beginning of a load, not judged: few `users`, so that the JVMs of service and generator have cores left to
  * compile on.
  */
final case class WarmUp(users: Int, duration: FiniteDuration) {
  require(users > 0, s"users of a warm-up ($users) must be > 0")
  require(duration > WarmUp.calibration, s"a warm-up ($duration) must be longer than ${WarmUp.calibration}")
}

object WarmUp {

  /** The end of a warm-up, in which the CPU time of a request is measured. */
  val calibration: FiniteDuration = 5.seconds
}
