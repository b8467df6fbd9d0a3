package bottleneck.scaleup

import bottleneck.lab.model.ErrorKind
import bottleneck.lab.{Setup, Simulated, Workload}
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.verdict._
import bottleneck.lab.target.{Confirmation, LoadPlan, OpenLoad}
import scala.concurrent.duration._

/** Study: knees of load staircases on ½ core and 1 core, confirmed by open loads around them. */
object KneeStudy {

  /** Think time. The source's users sent 800 ÷ 141 = 5.7 requests/s each at the knee, mostly idle; without think time
    * the knee would be at one or two users.
    */
  private[scaleup] val pause: FiniteDuration = 50.millis

  /** Staircases per tier: one does not show the spread of the knee, and with fewer all pairs agree too often by chance.
    */
  private[scaleup] val repeats = 4

  val study: Study = Study(
    id = "knee",
    title = "Scaling up: where does throughput saturate?",
    question = "From how many users on do more users bring no more throughput, on half a core and on one?",
    factor = "cores of the service",
    answer = Vector(
      "½ core saturates at {saturated.users[½ core, staircase]} users and {saturated[½ core, staircase]}, 1 core at {saturated.users[1 core, staircase]} users and {saturated[1 core, staircase]}: twice the cores answer {saturated[1 core, staircase] ÷ saturated[½ core, staircase]} times as many requests."
    ),
    advice = Vector(
      "Plan ½ core of this service for less than {sustained[½ core, staircase]}: at 0.7 times that p95 was {p95[½ core, just below]}, at 1.2 times {p95[½ core, just above]}.",
      "Plan 1 core of this service for less than {sustained[1 core, staircase]}: at 0.7 times that p95 was {p95[1 core, just below]}, at 1.2 times {p95[1 core, just above]}."
    ),
    order = KneeTier.all.map(name) ++ KneeTier.all.flatMap(tier => KneeSide.all.map(name(tier, _)))
  )

  private def name(tier: KneeTier): String = s"${tier.name}, staircase"
  private def name(tier: KneeTier, side: KneeSide): String = s"${tier.name}, ${side.name}"

  private[scaleup] def staircase(tier: KneeTier): Trial = Trial(study.id, name(tier), published = Some(tier.setting))

  private[scaleup] def confirmation(tier: KneeTier, side: KneeSide): Trial = Trial(study.id, name(tier, side))
}

/** Open load just below or just above the throughput that the staircase of `tier` sustained. The lower rate must be
  * sustained again, the higher must not (scale-up/knee).
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
  *   of the throughput sustained in a closed load, which never overloads. An open load needs spare cores: at 0.8 one
  *   core once needed 20 s to drain a queue
  */
private[scaleup] sealed abstract class KneeSide(val name: String, val part: Double) {

  /** Window, long enough for Little's law below the knee: requests in flight at its ends are not counted. */
  def hold: FiniteDuration = if (overloads) 22.seconds else 45.seconds

  def overloads: Boolean = part > 1

  def failures: Vector[String] =
    if (overloads) Vector(ErrorKind.requestTimedOut, ErrorKind.connectionTimedOut) else Vector.empty
}

private[scaleup] object KneeSide {

  case object Below extends KneeSide("just below", 0.7)
  case object Above extends KneeSide("just above", 1.2)

  val all: Vector[KneeSide] = Vector(Below, Above)
}

final class KneeHalfCoreJustBelow extends Simulated(KneeConfirmation.of(KneeTier.Half, KneeSide.Below))
final class KneeHalfCoreJustAbove extends Simulated(KneeConfirmation.of(KneeTier.Half, KneeSide.Above))
final class Knee1CoreJustBelow extends Simulated(KneeConfirmation.of(KneeTier.One, KneeSide.Below))
final class Knee1CoreJustAbove extends Simulated(KneeConfirmation.of(KneeTier.One, KneeSide.Above))
