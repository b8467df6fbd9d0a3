package bottleneck.lab.figures.target

import scala.concurrent.duration._

/** Warm-up before the load: `users`, few enough to leave cores for the compilers of service and generator, repeat
  * requests until the JVMs are warm, within the bound of the scale. Then light slices show the demand of a request, by
  * `atMost` users at the most, as many as the target accepts connections: others would wait for ever. Not `calibrated`:
  * the demand is not measured. Gatling's report has none of it. `onKeyset`: the lab's own database has the keyset
  * indexes until the JVMs are warm, where the variant's own would keep the service from the requests that warm it.
  */
final case class WarmUp(
    users: Int,
    until: WarmUp.Until = WarmUp.CoresSteady,
    calibrated: Boolean = true,
    onKeyset: Boolean = false,
    atMost: Int = 64
) {
  require(users > 0, s"users of a warm-up ($users) must be > 0")
  require(atMost > 0, s"users of a calibration ($atMost) must be > 0")
}

object WarmUp {

  /** What ends a warm-up. */
  sealed trait Until

  /** Where cores can be the limit: the CPU time of a request is flat in every part, and compilers are quiet. */
  case object CoresSteady extends Until

  /** Where time is the limit, as of threads and pools, or only the cores of a part without a JVM: the response time of
    * the warm-up's requests is flat, compared with the time that a request of the load is `held`.
    */
  final case class TimeSteady(held: FiniteDuration) extends Until {
    require(held > Duration.Zero, s"the time that a request is held ($held) must be > 0")
  }
}
