package bottleneck.scaleup

import bottleneck.lab.target.{Load, Staircase, WarmUp}
import bottleneck.lab.{Experiment, Workload}
import scala.concurrent.duration._

/** More and more users, who pause between an answer and the next request, until the service is saturated and beyond
  * (scale-up/knee).
  */
abstract class KneeStaircase(tier: KneeTier)
    extends Experiment(
      KneeStudy.staircase(tier),
      KneeTarget.of(tier.cores),
      _.choose(
        quick = KneeStaircase.load(each = 4.seconds, settle = 1.second),
        full = KneeStaircase.load(each = 20.seconds, settle = 5.seconds)
      )
    ) {
  private val request = KneeTarget.request(KneeStaircase.patience)

  measure(
    Workload(
      request.pause(KneeStudy.pause),
      Vector(noFailure),
      warmUp = Some(request),
      calibration = Some(request)
    )
  )
}

object KneeStaircase {
  private[scaleup] val patience = 10.seconds

  /** Until little is left to compile, which would take half a core for long. */
  private[scaleup] val warmUp = WarmUp(users = 16, 25.seconds)

  /** From what one core has time for to so many that a response takes longer than the SLO allows. */
  private val levels = Vector(2, 4, 8, 16, 32, 64, 128, 256)

  private def load(each: FiniteDuration, settle: FiniteDuration): Load =
    Staircase(levels, each, settle, Some(warmUp), KneeStudy.pause)
}

final class KneeHalfCore extends KneeStaircase(KneeTier.Half)
final class Knee1Core extends KneeStaircase(KneeTier.One)
