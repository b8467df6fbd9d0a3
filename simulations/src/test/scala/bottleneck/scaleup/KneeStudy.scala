package bottleneck.scaleup

import bottleneck.lab.model.{ErrorKind, Numbers}
import bottleneck.lab.{Setup, Simulated, Workload}
import bottleneck.lab.explain.published.PublishedFigures
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.statistics.LevelReading
import bottleneck.lab.explain.theory.{AsymptoticKnee, LittlesLaw}
import bottleneck.lab.explain.verdict.Judgement.undecided
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
    Conclusions(
      evidence =>
        both(evidence).toOption.map { case (half, one) =>
          s"${half.told}, ${one.told}: twice the cores answer ${times(throughputGain(half, one))} as many requests."
        },
      evidence => KneeTier.all.flatMap(tier => runs(evidence, tier).toOption).map(plan)
    ),
    order = KneeTier.all.map(name) ++ KneeTier.all.flatMap(tier => KneeSide.all.map(name(tier, _)))
  )

  private def name(tier: KneeTier): String = s"${tier.name}, staircase"
  private def name(tier: KneeTier, side: KneeSide): String = s"${tier.name}, ${side.name}"

  private[scaleup] def staircase(tier: KneeTier): Trial = Trial(study.id, name(tier), published = Some(tier.setting))

  private[scaleup] def confirmation(tier: KneeTier, side: KneeSide): Trial = Trial(study.id, name(tier, side))

  private def plan(runs: KneeRuns): String =
    s"Plan ${runs.tier.name} of this service for less than ${Numbers.rate(runs.sustained.throughput)}: ${runs.confirmed}."

  private def both(evidence: Evidence): Either[Judgement, (KneeRuns, KneeRuns)] = for {
    half <- runs(evidence, KneeTier.Half)
    one <- runs(evidence, KneeTier.One)
  } yield (half, one)

  /** The newest staircase that has runs around it which count, whatever these show; or why the newest has none. */
  private def runs(evidence: Evidence, tier: KneeTier): Either[Judgement, KneeRuns] =
    evidence.counted(name(tier)).flatMap { newest =>
      val ofEach = evidence.alike(name(tier)).map(around(evidence, tier, _))
      ofEach.find(_.isRight).getOrElse(around(evidence, tier, newest))
    }

  private def around(evidence: Evidence, tier: KneeTier, run: Result): Either[Judgement, KneeRuns] = for {
    published <- run.expected.published
      .flatMap(PublishedKnee.of)
      .toRight(undecided(s"nothing published of ${tier.name}"))
    found <- run.measured.byLoad.staircase.toRight(undecided(s"the run of '${name(tier)}' was no staircase"))
    saturation <- found.saturation.toRight(undecided(s"${tier.name} was not saturated by any level"))
    sustained <- found.sustained.toRight(undecided(s"no level of ${tier.name} meets the SLO"))
    below <- confirming(evidence, tier, KneeSide.Below, sustained)
    above <- confirming(evidence, tier, KneeSide.Above, sustained)
  } yield KneeRuns(tier, published, found, KneeRuns.theory(run), saturation, sustained, below, above)

  /** Newest run of `side` at its part of the sustained rate. If one was skipped, the staircase is missing. */
  private def confirming(
      evidence: Evidence,
      tier: KneeTier,
      side: KneeSide,
      sustained: LevelReading
  ): Either[Judgement, Result] = for {
    _ <- evidence.counted(name(tier, side)).left.map(missing => undecided(missing.evidence))
    runs = evidence.variant(name(tier, side)).toVector.flatMap(_.counted)
    run <- runs
      .find(_.load.perSecond.exists(side.isPart(_, sustained.throughput)))
      .toRight(undecided(s"the runs around ${tier.name} are of another staircase"))
  } yield run

  private def throughputGain(half: KneeRuns, one: KneeRuns): Double =
    one.saturation.throughput / half.saturation.throughput

  private def times(gain: Double): String = s"${Numbers.plain(gain)} times"
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

  /** True if `rate` is this side's part of `sustained`; both in requests/s. */
  def isPart(rate: Double, sustained: Double): Boolean = math.abs(rate / (part * sustained) - 1) <= KneeSide.rounding

  def failures: Vector[String] =
    if (overloads) Vector(ErrorKind.requestTimedOut, ErrorKind.connectionTimedOut) else Vector.empty
}

private[scaleup] object KneeSide {

  /** Relative tolerance for a rounded rate. */
  private val rounding = 0.001

  case object Below extends KneeSide("just below", 0.7)
  case object Above extends KneeSide("just above", 1.2)

  val all: Vector[KneeSide] = Vector(Below, Above)
}

final class KneeHalfCoreJustBelow extends Simulated(KneeConfirmation.of(KneeTier.Half, KneeSide.Below))
final class KneeHalfCoreJustAbove extends Simulated(KneeConfirmation.of(KneeTier.Half, KneeSide.Above))
final class Knee1CoreJustBelow extends Simulated(KneeConfirmation.of(KneeTier.One, KneeSide.Below))
final class Knee1CoreJustAbove extends Simulated(KneeConfirmation.of(KneeTier.One, KneeSide.Above))

/** Knee of a tier's staircase, and the runs at loads just below and above it. */
private[scaleup] final case class KneeRuns(
    tier: KneeTier,
    published: PublishedKnee,
    staircase: StaircaseReading,
    theory: Option[AsymptoticKnee],
    saturation: LevelReading,
    sustained: LevelReading,
    below: Result,
    above: Result
) {
  import KneeRuns.p95

  def told: String = {
    val bound = theory.fold("")(knee => s" (by theory ${Numbers.plain(knee.users)} users: ${knee.formula})")
    s"${tier.name} saturates at ${saturation.users} users$bound and ${Numbers.rate(saturation.throughput)}"
  }

  def confirmed: String =
    s"${tier.name} sustains ${sustained.users} users, ${Numbers.rate(sustained.throughput)}; ${came(below)}, ${came(above)}"

  private def came(run: Result): String = {
    val failed = if (run.total.ko > 0) s" and ${Numbers.count(run.total.ko)} failures" else ""
    s"at ${run.load.perSecond.fold(Numbers.none)(Numbers.rate)} p95 is ${Numbers.millis(p95(run))}$failed"
  }
}

private[scaleup] object KneeRuns {

  /** N* of a staircase's run: D is the mean response time of the first level, Dmax what a request costs in CPU time,
    * spread over the cores that the service may use, or that all parts together share.
    */
  def theory(run: Result): Option[AsymptoticKnee] = for {
    first <- run.measured.byLoad.staircase.flatMap(_.levels.headOption)
    cost <- run.expected.demand
    if first.throughput > 0
    think = run.load.thinkMs.millis
    ownCores = run.target.cpus.service.getOrElse(run.machine.cpus.toDouble)
    busiest = math.max(cost.serviceCpuMs / ownCores, cost.cpuMs / run.machine.cpus).millis
    if busiest > Duration.Zero
    alone = LittlesLaw.responseTime(first.users.toDouble, first.throughput, think)
  } yield AsymptoticKnee(alone.max(busiest), busiest, think)

  private def p95(run: Result): Double = run.total.latencyMs.fold(Double.PositiveInfinity)(_.p95.toDouble)
}

/** Published saturation point: users and requests/s. */
private[scaleup] final case class PublishedKnee(users: Double, perSecond: Double)

private[scaleup] object PublishedKnee {
  def of(figures: PublishedFigures): Option[PublishedKnee] = for {
    users <- figures.users
    perSecond <- figures.throughput
  } yield PublishedKnee(users, perSecond)
}
