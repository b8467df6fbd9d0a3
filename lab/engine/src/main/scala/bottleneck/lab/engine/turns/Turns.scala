package bottleneck.lab.engine.turns

import bottleneck.lab.engine.users.Users
import bottleneck.lab.figures.record.WarmUpReading
import bottleneck.lab.figures.settings.Refused
import bottleneck.lab.figures.statistics.{TurnsEstimate, TurnsRatio}
import bottleneck.lab.figures.target.SlicedLoad
import bottleneck.lab.figures.warmth.Warmth
import bottleneck.lab.parts.metrics.Gauge.Reading
import java.util.Locale
import scala.annotation.tailrec
import scala.concurrent.duration._
import scala.util.Random

/** A turn of one service and one of the other, beside each other, in random order; at their end this `part` of the
  * longest time is over.
  */
final case class TurnPair(one: Turn, other: Turn, part: Double = 1) {

  /** One ÷ other; none where either is unknown or 0. */
  def ratio(of: Turn => Option[Double]): Option[Double] = for {
    above <- of(one) if above > 0
    below <- of(other) if below > 0
  } yield above / below

  /** Of requests per second. */
  def throughputRatio: Option[Double] = ratio(turn => Some(turn.perSecond))

  def both: Vector[Turn] = Vector(one, other)
}

object TurnPair {

  /** One ÷ other: within a single round, which is looked at so often, or between several. */
  def ratio(rounds: Vector[Vector[TurnPair]], looks: Int, untilNarrow: Boolean = false)(
      of: Turn => Option[Double]
  ): Option[TurnsRatio] = {
    val each = rounds.map(_.flatMap(_.ratio(of)))
    if (each.size == 1) TurnsEstimate.of(each.head, looks, part(rounds.head), untilNarrow)
    else TurnsEstimate.between(each)
  }

  /** Part of the longest time at the end of the last of them. */
  private def part(pairs: Vector[TurnPair]): Double = pairs.lastOption.fold(1.0)(_.part)

  /** Means of one service and of the other, over the turns in which it is known; none of a service where in none. */
  def means(pairs: Vector[TurnPair])(of: Turn => Option[Double]): Vector[Double] =
    pairs.map(_.both).transpose.map(_.flatMap(of(_))).filter(_.nonEmpty).map(known => known.sum / known.size)
}

/** Bounds of a slice, time from one look to the next, the longest warm-up, the time from one of its lines on the
  * console to the next, and the shortest full slice of a cycle.
  */
final case class TurnTimes(
    shortest: FiniteDuration,
    longest: FiniteDuration,
    look: FiniteDuration,
    warmMost: FiniteDuration,
    line: FiniteDuration = 10.seconds,
    shortestFull: FiniteDuration = Duration.Zero
)

object TurnTimes {
  val usual: TurnTimes = TurnTimes(1.second, 5.seconds, look = SlicedLoad.look, warmMost = 90.seconds)
}

/** Two services by turns: one has all users for a slice, then the other. What the machine does meanwhile happens to
  * both. A slice lasts 1 s, and up to 5 s where half of the answers take more than an eighth of that.
  *
  * @param show
  *   gets what goes on, since when, and how long it takes at the most
  * @param say
  *   gets a sentence now and then: Gatling shows nothing of a warm-up
  */
final class Turns(
    users: Users,
    read: Int => Reading,
    atOnce: Int,
    looks: Int,
    random: Random,
    alive: () => Unit,
    times: TurnTimes = TurnTimes.usual,
    show: Turns.Show = (_, _, _) => ()
)(say: String => Unit) {
  import Turns._
  import times._

  private var slice = shortest

  private val slices = new Slices(users, read, atOnce, alive)

  def sliceSeconds: Double = slice / 1.second

  /** Pairs until `isEnough`, or until the time is over; it is asked at each look.
    *
    * @param found
    *   what the pairs so far show, for the console
    */
  def closed(
      isEnough: Vector[TurnPair] => Boolean,
      found: Vector[TurnPair] => String = _ => ""
  ): Vector[TurnPair] = {
    users.activate(atOnce)
    val settling = pair()
    slice = settling.both.map(turn => (turn.p50 * 8).millis.max(shortest).min(longest)).max
    pairs(looks, isEnough, found)
  }

  /** Pairs at a rate of requests per second of so many users, for response times; nobody sends after it. */
  def paced(perSecond: Double, many: Int): Vector[TurnPair] = {
    users.pace(perSecond, many, gap = Users.Gap.Random)
    val all = pairs(looks = 1, _ => true, _ => "")
    users.activate(0)
    val drained = pacedDrain.fromNow
    while (users.sending > 0 && drained.hasTimeLeft()) Thread.sleep(nap.toMillis)
    all
  }

  /** Until a request costs what it did shortly before, in either: compilers make it cheaper for some time. */
  def warmUp(): WarmUpReading = {
    val began = Deadline.now
    users.activate(atOnce)
    say(s"warming up both by turns: at most ${warmMost.toSeconds} s")
    val (_, last) = Warmth.await(warmMost, slice * (2L * warm), line) {
      show("warming up both", began, warmMost)
      Vector.fill(warm)(pair())
    }(warmth)(say)
    val reading = WarmUpReading((Deadline.now - began) / 1.second, warmMost / 1.second, last.moving)
    say(reading.text)
    reading
  }

  /** By what a request of each costs: CPU time, or all of the time where that is not known. */
  private def warmth(slices: Vector[Vector[TurnPair]]): Warmth = {
    def cost(turn: Turn): Double = turn.cpuSeconds.getOrElse(1 / turn.perSecond)
    val costs = names.zip(Vector[TurnPair => Turn](_.one, _.other)).map { case (name, of) =>
      s"the cost of a request in $name" -> slices.map(_.map(pair => cost(of(pair))).sum)
    }
    Warmth.of(costs, sliceSeconds * 2 * warm * Warmth.slices)
  }

  /** Looks at all pairs so far after as many of them as fit between two looks; says how far it is at each quarter, and
    * at least as often as it looks.
    */
  private def pairs(
      looks: Int,
      isEnough: Vector[TurnPair] => Boolean,
      found: Vector[TurnPair] => String
  ): Vector[TurnPair] = {
    val ofLook = (look / (slice * 2)).toInt
    val most = looks * ofLook
    val ofLine = math.max(1, math.min(ofLook, most / 4))
    users.record(open = true)
    val began = Deadline.now
    say(text("by turns: %.0f s", most * 2 * sliceSeconds) + (if (looks > 1) " at most" else ""))
    @tailrec def next(before: Vector[TurnPair]): Vector[TurnPair] = {
      show(s"by turns${before.headOption.fold("")(_ => s": ${means(before)}")}", began, slice * (2L * most))
      val all = before :+ pair().copy(part = (before.size + 1.0) / most)
      val isLook = all.size % ofLook == 0
      if (isLook) all.flatMap(_.both).foreach(refuseSilent)
      val isOver = isLook && (all.size >= most || isEnough(all))
      val left = if (isOver) "" else text(", for about %.0f s more", (most - all.size) * 2 * sliceSeconds)
      if (isOver || all.size % ofLine == 0) say(s"${all.size} pairs: ${means(all)}${found(all)}$left")
      if (isOver) all else next(all)
    }
    val all = next(Vector.empty)
    users.record(open = false)
    all
  }

  private def pair(): TurnPair =
    if (random.nextBoolean()) { val one = turn(0); TurnPair(one, turn(1)) }
    else { val other = turn(1); TurnPair(turn(0), other) }

  private def turn(service: Int): Turn = slices.turn(service, slice)

  private def means(pairs: Vector[TurnPair]): String =
    names
      .zip(TurnPair.means(pairs)(turn => Some(turn.perSecond)))
      .map { case (name, rate) => text(s"$name %.1f/s", rate) }
      .mkString(", ")
}

object Turns {

  /** For the last line of a terminal. */
  type Show = (String, Deadline, FiniteDuration) => Unit

  private val names = Vector("new", "old")

  /** Pairs of a slice of the warm-up. */
  private val warm = 3

  /** Wait for the last answers of the paced turns. */
  private val pacedDrain = 10.seconds
  private val nap = 10.millis

  private[turns] def refuseSilent(turn: Turn): Unit =
    if (turn.perSecond == 0)
      throw new Refused(s"A service answered no request well in its turn: ${turn.failures.mkString(", ")}.")

  private[turns] def text(format: String, values: Any*): String = format.formatLocal(Locale.ROOT, values: _*)
}
