package bottleneck.scaleup

import bottleneck.lab.explain.record.{ErrorKind, Expectation}
import bottleneck.lab.{Setup, Simulated, Workload}
import bottleneck.lab.target.{Confirmation, LoadPlan, OpenLoad}
import scala.concurrent.duration._

/** Users who come at a rate a little below or above what the staircase of `tier` sustained, whatever becomes of those
  * before them: the one must be sustained again, the other must not (scale-up/knee).
  */
object KneeConfirmation {
  def of(tier: KneeTier, side: KneeSide): Setup = Setup(
    KneeStudy.confirmation(tier, side),
    KneeTarget.of(tier.cores),
    _.choose(
      quick = load(tier, side, settle = 6.seconds, side.hold),
      full = load(tier, side, settle = 10.seconds, hold = 120.seconds)
    ),
    _ => Workload(KneeTarget.request(KneeStaircase.patience), Expectation(failures = side.failures))
  )

  private def load(tier: KneeTier, side: KneeSide, settle: FiniteDuration, hold: FiniteDuration): LoadPlan =
    Confirmation(
      KneeStudy.staircase(tier).variant,
      tier.staircase.getName,
      side.part,
      OpenLoad(_, settle, hold, KneeStaircase.patience, Some(FindAllCell.warmUp), side.overloads)
    )
}

/** @param part
  *   of what was sustained, by users who wait for an answer and so never overload anything: users who come anyway need
  *   cores to spare. At eight tenths one core once needed 20 s to get rid of a queue
  */
private[scaleup] sealed abstract class KneeSide(val name: String, val part: Double) {

  /** What is in flight at the ends of the window is missing from Little's law, by which the one is judged. */
  def hold: FiniteDuration = if (overloads) 22.seconds else 45.seconds

  def overloads: Boolean = part > 1

  /** Whether `rate` is the part of `sustained` that a load of this side is to be, both per second. */
  def isPart(rate: Double, sustained: Double): Boolean = math.abs(rate / (part * sustained) - 1) <= KneeSide.rounding

  def failures: Vector[String] =
    if (overloads) Vector(ErrorKind.requestTimedOut, ErrorKind.connectionTimedOut) else Vector.empty
}

private[scaleup] object KneeSide {

  /** Of a rate that is stored as it was asked for. */
  private val rounding = 0.001

  case object Below extends KneeSide("just below", 0.7)
  case object Above extends KneeSide("just above", 1.2)

  val all: Vector[KneeSide] = Vector(Below, Above)
}

final class KneeHalfCoreJustBelow extends Simulated(KneeConfirmation.of(KneeTier.Half, KneeSide.Below))
final class KneeHalfCoreJustAbove extends Simulated(KneeConfirmation.of(KneeTier.Half, KneeSide.Above))
final class Knee1CoreJustBelow extends Simulated(KneeConfirmation.of(KneeTier.One, KneeSide.Below))
final class Knee1CoreJustAbove extends Simulated(KneeConfirmation.of(KneeTier.One, KneeSide.Above))
