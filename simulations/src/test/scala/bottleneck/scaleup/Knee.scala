package bottleneck.scaleup

import bottleneck.Dsl._

/** All authors from Redis, with a CPU quota (scale-up/knee). */
private[scaleup] abstract class Knee(trial: Trial, tier: FindAllTier) extends Experiment(trial) {
  protected val patience: FiniteDuration = 10.seconds
  protected lazy val request: ChainBuilder = exec(http("GET /authors").get("/authors").requestTimeout(patience))

  /** Entries expire after the run: reloads are another experiment. */
  override def target: Target = FindAll.target(tier.cores, Some(Cache.Redis(1.hour)))
  override def requests: ChainBuilder = request
}

/** Load staircase with think time, to saturation and beyond. One does not show the spread of the knee, and with fewer
  * than four all pairs agree too often by chance.
  */
private[scaleup] abstract class KneeStaircase(tier: FindAllTier) extends Knee(KneeStudy.staircase(tier), tier) {

  /** Users per level, in steps of a quarter around the knees. The last level misses the SLO, but not by much: requests
    * in flight at its end are missing from Little's law.
    */
  private val users = Vector(2, 4, 8, 16, 20, 25, 32, 40, 50, 64, 80, 100, 128, 160, 200, 256)

  /** Think time. The source's users sent 800 ÷ 141 = 5.7 requests/s each at the knee, mostly idle; without think time
    * the knee would be at one or two users.
    */
  private val think = 50.millis

  override def load: Staircase =
    Staircase(users.filter(_ <= 256 * tier.cores), 6.seconds, settle = 2.seconds, Some(FindAll.warmUp), think)
  override def fullLoad: Load = load.copy(each = 20.seconds, settle = 5.seconds)
  override def requests: ChainBuilder = request.pause(think)
  override def warmUpRequests: Option[ChainBuilder] = Some(request)
  override def calibrationRequests: Option[ChainBuilder] = Some(request)
  override def repeats: Int = 4
}

final class KneeHalfCore extends KneeStaircase(FindAllTier.Half)
final class Knee1Core extends KneeStaircase(FindAllTier.One)

/** Open load just below or just above the throughput that the staircase of `tier` sustained. The lower rate must be
  * sustained again, the higher must not.
  */
private[scaleup] abstract class KneeConfirmation(tier: FindAllTier, staircase: Class[_], side: KneeSide)
    extends Knee(KneeStudy.confirmation(tier, side), tier) {
  override def load: LoadPlan = load(settle = 6.seconds, side.hold)
  override def fullLoad: LoadPlan = load(settle = 10.seconds, hold = 120.seconds)
  override def expectation: Expectation = Expectation(failures = side.failures)

  private def load(settle: FiniteDuration, hold: FiniteDuration) = Confirmation(
    KneeStudy.staircase(tier).variant,
    staircase.getName,
    side.part,
    OpenLoad(_, settle, hold, patience, Some(FindAll.warmUp), side.overloads)
  )
}

abstract class AroundKneeOfHalf(side: KneeSide) extends KneeConfirmation(FindAllTier.Half, classOf[KneeHalfCore], side)
abstract class AroundKneeOf1(side: KneeSide) extends KneeConfirmation(FindAllTier.One, classOf[Knee1Core], side)

final class KneeHalfCoreJustBelow extends AroundKneeOfHalf(KneeSide.Below)
final class KneeHalfCoreJustAbove extends AroundKneeOfHalf(KneeSide.Above)
final class Knee1CoreJustBelow extends AroundKneeOf1(KneeSide.Below)
final class Knee1CoreJustAbove extends AroundKneeOf1(KneeSide.Above)

/** Part of the throughput sustained in a closed load, which never overloads. An open load needs spare cores: at 0.8 one
  * core once needed 20 s to drain a queue.
  */
final case class KneeSide(name: String, part: Double) {

  /** Window, long enough for Little's law below the knee: requests in flight at its ends are not counted. */
  def hold: FiniteDuration = if (overloads) 22.seconds else 45.seconds

  def overloads: Boolean = part > 1

  def failures: Vector[String] =
    if (overloads) Vector(ErrorKind.requestTimedOut, ErrorKind.connectionTimedOut) else Vector.empty
}

object KneeSide {
  val Below: KneeSide = KneeSide("just below", 0.7)
  val Above: KneeSide = KneeSide("just above", 1.2)
}

/** Study: knees of load staircases on ½ core and 1 core, confirmed by open loads around them. */
object KneeStudy {
  private val tiers = Vector(FindAllTier.Half, FindAllTier.One)

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
    order = tiers.map(name) ++ tiers.flatMap(tier => Vector(KneeSide.Below, KneeSide.Above).map(name(tier, _)))
  )

  private def name(tier: FindAllTier): String = s"${tier.name}, staircase"
  private def name(tier: FindAllTier, side: KneeSide): String = s"${tier.name}, ${side.name}"

  private[scaleup] def staircase(tier: FindAllTier): Trial = Trial(
    study.id,
    name(tier),
    published = tier.published.map(instance => PublishedSetting("scale-up/knee", s"$instance with Redis"))
  )

  private[scaleup] def confirmation(tier: FindAllTier, side: KneeSide): Trial = Trial(study.id, name(tier, side))
}
