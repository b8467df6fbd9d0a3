package bottleneck.scaleup

import bottleneck.Dsl._
import bottleneck.lab.claims.verdict.Study

/** All authors from Redis, with a CPU quota (scale-up/knee). */
private[scaleup] abstract class Knee(trial: Trial, tier: FindAllTier) extends Experiment(trial) {
  protected val patience: FiniteDuration = 10.seconds
  protected lazy val request: ChainBuilder = exec(http("GET /authors").get("/authors").requestTimeout(patience))

  /** Entries expire after the run: reloads are another experiment. */
  override def target = FindAll.target(tier.cores, Some(Cache.Redis(1.hour)))
  override def requests(run: RunContext) = request
}

private[scaleup] object Knee {

  /** Name of the variant that the confirmations read. */
  def staircase(tier: FindAllTier): String = s"${tier.name}, staircase"
}

/** Load staircase with think time, to saturation and beyond. One does not show the spread of the knee, and with fewer
  * than four all pairs agree too often by chance.
  */
private[scaleup] abstract class KneeStaircase(tier: FindAllTier, published: String)
    extends Knee(
      Trial("knee", Knee.staircase(tier), published = Some(PublishedSetting("scale-up/knee", published))),
      tier
    ) {

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
  override def requests(run: RunContext) = request.pause(think)
  override def warmUpRequests(run: RunContext) = Some(request)
  override def calibrationRequests(run: RunContext) = Some(request)
  override def repeats: Int = 4
}

final class KneeHalfCore extends KneeStaircase(FindAllTier.Half, "t2.micro with Redis")
final class Knee1Core extends KneeStaircase(FindAllTier.One, "t2.medium with Redis")

/** Open load of a `part` of the throughput that the staircase of `tier` sustained in a closed load, which never
  * overloads: just below 1 it must be sustained again, just above it must not. An open load needs spare cores: at 0.8
  * one core once needed 20 s to drain a queue.
  */
private[scaleup] abstract class KneeConfirmation(
    tier: FindAllTier,
    staircase: Class[_],
    side: String,
    part: Double,
    hold: FiniteDuration
) extends Knee(Trial("knee", s"${tier.name}, $side"), tier) {
  override def load: LoadPlan = load(settle = 6.seconds, hold)
  override def fullLoad: LoadPlan = load(settle = 10.seconds, hold = 120.seconds)
  override def expectation(run: RunContext) = Expectation(failures =
    if (overloads) Vector(ErrorKind.requestTimedOut, ErrorKind.connectionTimedOut) else Vector.empty
  )

  private def overloads = part > 1

  private def load(settle: FiniteDuration, hold: FiniteDuration) = Confirmation(
    Knee.staircase(tier),
    staircase.getName,
    part,
    OpenLoad(_, settle, hold, patience, Some(FindAll.warmUp), overloads)
  )
}

/** The window is long enough for Little's law: requests in flight at its ends are not counted. */
abstract class JustBelowKnee(tier: FindAllTier, staircase: Class[_])
    extends KneeConfirmation(tier, staircase, "just below", part = 0.7, hold = 45.seconds)
abstract class JustAboveKnee(tier: FindAllTier, staircase: Class[_])
    extends KneeConfirmation(tier, staircase, "just above", part = 1.2, hold = 22.seconds)

final class KneeHalfCoreJustBelow extends JustBelowKnee(FindAllTier.Half, classOf[KneeHalfCore])
final class KneeHalfCoreJustAbove extends JustAboveKnee(FindAllTier.Half, classOf[KneeHalfCore])
final class Knee1CoreJustBelow extends JustBelowKnee(FindAllTier.One, classOf[Knee1Core])
final class Knee1CoreJustAbove extends JustAboveKnee(FindAllTier.One, classOf[Knee1Core])

/** Study: knees of load staircases on ½ core and 1 core, confirmed by open loads around them. */
object KneeStudy {
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
    order = Vector("½ core, staircase", "1 core, staircase") ++
      Vector("½ core", "1 core").flatMap(tier => Vector(s"$tier, just below", s"$tier, just above"))
  )
}
