package bottleneck.lab.figures.target

import scala.concurrent.duration._

/** A warm-up that leaves no record, and then the load, whose times all begin at the end of the warm-up. */
sealed abstract class Load extends LoadPlan {

  /** Maximum number of concurrent users. */
  def users: Int
  def warmUp: Option[WarmUp]

  /** Mean pause of a user between an answer and the next request. */
  def thinkTime: FiniteDuration

  /** Start of the window, relative to the start of the load. */
  def judgedFrom: FiniteDuration

  /** Latest end of the load, relative to its start. */
  def duration: FiniteDuration

  /** Number of users who arrive evenly, and the duration of their arrival; none where they arrive at once. */
  def evenly: Option[(Int, FiniteDuration)] = None

  /** Delay of injector `number`, from 1, so that users of all injectors take turns where they arrive evenly. */
  final def turn(number: Int): FiniteDuration =
    evenly.fold[FiniteDuration](Duration.Zero) { case (users, within) => within * (number - 1L) / users.toLong }

  final override def load(sustained: String => Option[Double]): Either[String, Load] = Right(this)
}

/** `users` arrive evenly during `arrival` and then send one request after the other for `hold`, whose beginning,
  * `settle`, is not judged, because the system is still filling.
  */
final case class ClosedLoad(
    users: Int,
    arrival: FiniteDuration,
    settle: FiniteDuration,
    hold: FiniteDuration,
    warmUp: Option[WarmUp] = None,
    thinkTime: FiniteDuration = Duration.Zero
) extends Load {
  require(users > 0, s"users ($users) must be > 0")
  require(settle < hold, s"settle ($settle) must be < hold ($hold)")

  override def judgedFrom: FiniteDuration = arrival + settle

  override def evenly: Option[(Int, FiniteDuration)] = Some(users -> arrival)

  override def duration: FiniteDuration = arrival + hold

  def judged: FiniteDuration = hold - settle

  def judgedFor(window: FiniteDuration): ClosedLoad = copy(hold = settle + window)
}

object ClosedLoad {

  /** A closed load by the duration of its window, which begins when it has settled. */
  def ofWindow(
      users: Int,
      arrival: FiniteDuration,
      settle: FiniteDuration,
      window: FiniteDuration,
      warmUp: WarmUp,
      thinkTime: FiniteDuration = Duration.Zero
  ): ClosedLoad = ClosedLoad(users, arrival, settle, settle + window, Some(warmUp), thinkTime)
}

/** `users` arrive after a pause, at once or evenly during `arrival`, each with a connection of its own, send one
  * request, wait for at most `patience`, stay for `thinkTime` and leave. The parts are sampled for `after` more: a part
  * of the window.
  */
final case class Burst(
    users: Int,
    patience: FiniteDuration,
    warmUp: Option[WarmUp] = None,
    after: FiniteDuration = Duration.Zero,
    arrival: FiniteDuration = Duration.Zero,
    thinkTime: FiniteDuration = Duration.Zero
) extends Load {
  require(users > 0, s"users ($users) must be > 0")
  require(patience > Duration.Zero, s"patience ($patience) must be > 0")

  /** Arrival of the users. The window begins with their first request and ends with the last. */
  override def judgedFrom: FiniteDuration = Burst.quiet

  override def evenly: Option[(Int, FiniteDuration)] = Option.when(arrival > Duration.Zero)(users -> arrival)

  override def duration: FiniteDuration = judgedFrom + arrival + patience + Burst.quiet
}

object Burst {

  /** Quiet time before and after the window, so that counters sampled once a second cover the whole window. */
  val quiet: FiniteDuration = 4.seconds
}

/** Users come evenly for `hold`, whatever becomes of those before them: each sends one request, which must have a
  * timeout of `patience`, and leaves. The beginning, `settle`, is not judged. An `overload` is meant to exceed the
  * capacity: then requests queue up, and no state is steady.
  */
final case class OpenLoad(
    perSecond: Double,
    settle: FiniteDuration,
    hold: FiniteDuration,
    patience: FiniteDuration,
    warmUp: Option[WarmUp] = None,
    overload: Boolean = false
) extends Load {
  require(perSecond > 0, s"users per second ($perSecond) must be > 0")
  require(hold.toMillis % 1000 == 0, s"hold ($hold) must be whole seconds, by which Gatling shares users out")
  require(settle < hold, s"settle ($settle) must be < hold ($hold)")
  require(patience > Duration.Zero, s"patience ($patience) must be > 0")

  def arrivals: Int = (perSecond * hold.toSeconds).round.toInt

  override def users: Int = math.min(arrivals, math.ceil(perSecond * patience.toUnit(SECONDS)).toInt)

  override def thinkTime: FiniteDuration = Duration.Zero

  def arrivesFrom: FiniteDuration = OpenLoad.pause

  override def evenly: Option[(Int, FiniteDuration)] = Some(arrivals -> hold)

  override def judgedFrom: FiniteDuration = arrivesFrom + settle

  def judgedUntil: FiniteDuration = arrivesFrom + hold

  override def duration: FiniteDuration = judgedUntil + patience + OpenLoad.pause
}

object OpenLoad {

  /** Quiet time before the first user, and after the last user's timeout. */
  val pause: FiniteDuration = 2.seconds
}

/** First come the users of the first level, and after `each` so many more that the next level is reached. All stay to
  * the end and send one request after the other. The beginning of each level, `settle`, is not judged.
  */
final case class Staircase(
    levels: Vector[Int],
    each: FiniteDuration,
    settle: FiniteDuration,
    warmUp: Option[WarmUp] = None,
    thinkTime: FiniteDuration = Duration.Zero
) extends Load {
  require(levels.nonEmpty && levels.head > 0, s"levels ($levels) must begin with users")
  require(levels == levels.distinct.sorted, s"levels ($levels) must rise")
  require(settle < each, s"settle ($settle) must be < each ($each)")

  override def users: Int = levels.last

  /** Users who arrive at each level, at once as Gatling's ramps know whole seconds only, by their `share` of a total.
    */
  def comingOf(share: Int => Int): Vector[Int] =
    levels.zip(0 +: levels).map { case (level, before) => share(level) - share(before) }

  /** The part of each level that is judged, from the start of the load. */
  def judged: Vector[(FiniteDuration, FiniteDuration)] = levels.indices.toVector.map { n =>
    val begin = each * n.toLong
    (begin + settle, begin + each)
  }

  override def judgedFrom: FiniteDuration = settle

  override def duration: FiniteDuration = each * levels.size.toLong
}

/** `users` send one request after the other in full slices, between which a few show in light ones what a request
  * demands: for loads that cores limit. A record has so many full `slices` one after the other, `judged` in all, of
  * which the first begins after `settle`.
  */
final case class SlicedLoad(
    users: Int,
    settle: FiniteDuration,
    judged: FiniteDuration,
    warmUp: Option[WarmUp] = None
) extends Load {
  require(users > 0, s"users ($users) must be > 0")
  require(judged > Duration.Zero, s"the slices ($judged) must be > 0")

  override def thinkTime: FiniteDuration = Duration.Zero

  override def judgedFrom: FiniteDuration = settle

  override def duration: FiniteDuration = settle + judged
}

object SlicedLoad {

  /** Time from one look at the growing data to the next, and how often it is looked at, at the most. */
  val look: FiniteDuration = 40.seconds
  val looks = 6

  /** The load before it is known how long it takes. */
  def of(users: Int, warmUp: WarmUp): SlicedLoad = of(users, Some(warmUp))

  def of(users: Int, warmUp: Option[WarmUp]): SlicedLoad =
    SlicedLoad(users, settle = 250.millis, judged = look * looks.toLong, warmUp)
}

/** A load, or how it follows from an earlier run. */
trait LoadPlan {

  /** The load, or a sentence that says why there is none yet, by what a variant `sustained`: the throughput (OK
    * responses/s) of the sustained level of its newest sound staircase.
    */
  def load(sustained: String => Option[Double]): Either[String, Load]
}

/** An open load of `part` of what a staircase sustained, a variant of the same experiment that the class `simulation`
  * runs: below 1 to confirm that level, above 1 to refute more. `open` is the load at so many users per second.
  */
final case class Confirmation(variant: String, simulation: String, part: Double, open: Double => OpenLoad)
    extends LoadPlan {
  require(part > 0, s"part ($part) must be > 0")

  override def load(sustained: String => Option[Double]): Either[String, Load] =
    sustained(variant)
      .map(perSecond => open(part * perSecond))
      .toRight(
        s"It needs a sound run of '$variant' with a level that meets the SLO: first run mvn gatling:test -Dgatling.simulationClass=$simulation."
      )
}
