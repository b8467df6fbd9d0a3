package bottleneck.scaleup

import bottleneck.lab.{Setup, Simulated, Workload}
import bottleneck.lab.target.{Load, Staircase}
import scala.concurrent.duration._

/** Load staircase with think time, to saturation and beyond (scale-up/knee). */
object KneeStaircase {
  def of(tier: KneeTier): Setup = Setup(
    KneeStudy.staircase(tier),
    KneeTarget.of(tier.cores),
    _.choose(
      quick = load(tier, each = 6.seconds, settle = 2.seconds),
      full = load(tier, each = 20.seconds, settle = 5.seconds)
    ),
    _ => {
      val request = KneeTarget.request(patience)
      Workload(request.pause(KneeStudy.pause), warmUp = Some(request), calibration = Some(request))
    },
    KneeStudy.repeats
  )

  private[scaleup] val patience = 10.seconds

  /** Users per level, in steps of a quarter around the knees, to separate the published 141 from 180. The last level
    * misses the SLO, but not by much: requests in flight at its end are missing from Little's law.
    */
  private[scaleup] val users: Vector[Int] =
    Vector(2, 4, 8, 16, 20, 25, 32, 40, 50, 64, 80, 100, 128, 160, 200, 256)

  private def levels(tier: KneeTier): Vector[Int] = users.filter(_ <= 256 * tier.cores)

  private def load(tier: KneeTier, each: FiniteDuration, settle: FiniteDuration): Load =
    Staircase(levels(tier), each, settle, Some(FindAllCell.warmUp), KneeStudy.pause)
}

final class KneeHalfCore extends Simulated(KneeStaircase.of(KneeTier.Half))
final class Knee1Core extends Simulated(KneeStaircase.of(KneeTier.One))
