package bottleneck.lab.engine.turns

import bottleneck.lab.engine.users.Users
import bottleneck.lab.figures.preparation.{Cycle, Phases, Slice}
import bottleneck.lab.figures.record.WarmUpReading
import bottleneck.lab.figures.settings.Refused
import bottleneck.lab.figures.statistics.{TurnsEstimate, TurnsRatio}
import bottleneck.lab.figures.warmth.Warmth
import bottleneck.lab.parts.metrics.Gauge.Reading
import java.util.Locale
import scala.annotation.tailrec
import scala.concurrent.duration._
import scala.util.Random

/** A service's turn: requests that succeeded, CPU seconds of the service for each, where its process is known, their
  * response times in ms, and why others failed.
  */
final case class Turn(
    perSecond: Double,
    cpuSeconds: Option[Double],
    p50: Double,
    p99: Double,
    failedShare: Double,
    failures: Vector[String]
)

/** A turn of one service and one of the other, beside each other, in random order. */
final case class TurnPair(one: Turn, other: Turn) {

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
  def ratio(rounds: Vector[Vector[TurnPair]], looks: Int)(of: Turn => Option[Double]): Option[TurnsRatio] = {
    val each = rounds.map(_.flatMap(_.ratio(of)))
    if (each.size == 1) TurnsEstimate.of(each.head, looks) else TurnsEstimate.between(each)
  }

  /** Means of one service and of the other, over the turns in which it is known; none of a service where in none. */
  def means(pairs: Vector[TurnPair])(of: Turn => Option[Double]): Vector[Double] =
    pairs.map(_.both).transpose.map(_.flatMap(of(_))).filter(_.nonEmpty).map(known => known.sum / known.size)
}

/** A full and a light slice of each service, in random order; of the full ones what a turn shows of them. */
final case class TurnCycle(turns: TurnPair, cycles: Vector[Cycle])

/** Bounds of a slice, time from one look to the next, the longest warm-up, and the time from one of its lines on the
  * console to the next.
  */
final case class TurnTimes(
    shortest: FiniteDuration,
    longest: FiniteDuration,
    look: FiniteDuration,
    warmMost: FiniteDuration,
    line: FiniteDuration = 10.seconds
)

object TurnTimes {
  val usual: TurnTimes = TurnTimes(1.second, 5.seconds, look = 40.seconds, warmMost = 90.seconds)
}

/** Two services by turns: one has all users for a slice, then the other. What the machine does meanwhile happens to
  * both. In a light slice a few users send a batch of requests, from idle to idle. The rule of counting: of a slice the
  * first quarter does not count, and of the rest the requests that were sent in the slice and answered in it. A slice
  * lasts 1 s, and up to 5 s where half of the answers take more than an eighth of that; in a cycle, a quarter.
  *
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
    names: Vector[String] = Vector("new", "old")
)(say: String => Unit) {
  import Turns._
  import times._

  private var slice = shortest

  /** Users of a light slice: no core is idle, and hardly a request waits. */
  private val few = 2 * Runtime.getRuntime.availableProcessors

  def sliceSeconds: Double = slice / 1.second

  /** Cycles until `isEnough`, or until the time is over; it is asked at each look. Slices are as long as each service
    * needs; Gatling records the full ones alone.
    */
  def cycles(isEnough: Vector[TurnCycle] => Boolean, found: Vector[TurnCycle] => String): Vector[TurnCycle] = {
    users.activate(atOnce)
    val settling = pair()
    val began = Deadline.now
    say(text("by turns: %.0f s at most", looks * look.toUnit(SECONDS)))
    @tailrec def next(before: Vector[TurnCycle], looked: Int): Vector[TurnCycle] = {
      val all = before :+ cycle(before.lastOption.fold(settling)(_.turns))
      refuseSilent(all.map(_.turns))
      val taken = Deadline.now - began
      val isLook = taken >= look * (looked + 1L)
      val left = look * looks.toLong - taken
      val isOver = left <= Duration.Zero || (isLook && isEnough(all))
      val more = if (isOver) "" else text(", for about %.0f s more at most", left.toUnit(SECONDS))
      say(s"${all.size} cycles: ${means(all.map(_.turns))}${found(all)}$more")
      if (isOver) all else next(all, if (isLook) looked + 1 else looked)
    }
    next(Vector.empty, looked = 0)
  }

  /** A light and a full slice of one service, then a full and a light one of the other: those that are compared are
    * beside each other. Slices are as long as the last turn of each service asks for.
    */
  private def cycle(last: TurnPair): TurnCycle = {
    def length(service: Int): FiniteDuration = bounded(last.both(service), times = 4)
    def batch(service: Int): Slice =
      light(service, (last.both(service).perSecond * shortest.toUnit(SECONDS)).ceil.toInt.max(1))
    val first = random.nextInt(2)
    val lightOfFirst = batch(first)
    val (turn, fullOfFirst) = full(first, length(first))
    val (otherTurn, fullOfOther) = full(1 - first, length(1 - first))
    val lightOfOther = batch(1 - first)
    val turns = Vector(turn -> Cycle(fullOfFirst, lightOfFirst), otherTurn -> Cycle(fullOfOther, lightOfOther))
    val Vector((one, ofOne), (other, ofOther)) = (if (first == 0) turns else turns.reverse): @unchecked
    TurnCycle(TurnPair(one, other), Vector(ofOne, ofOther))
  }

  /** So many times half of the answers' time. */
  private def bounded(turn: Turn, times: Int): FiniteDuration = (turn.p50 * times).millis.max(shortest).min(longest)

  /** A recorded turn that begins when nothing is under way. */
  private def full(service: Int, length: FiniteDuration): (Turn, Slice) = {
    quiet()
    users.record(open = true)
    users.turnTo(service)
    users.activate(atOnce)
    val seen = measured(service, length)
    quiet()
    users.record(open = false)
    seen
  }

  private def light(service: Int, rounds: Int): Slice = {
    quiet()
    users.turnTo(service)
    val answers = users.count()
    val before = read(service)
    users.batch(rounds, few.min(atOnce))
    awaitIdle()
    before.until(read(service), Phases.light, answers.size, answers.responseMs)
  }

  /** Returns when no request is under way; nobody sends one then. */
  private def quiet(): Unit = {
    users.activate(0)
    awaitIdle()
  }

  private def awaitIdle(): Unit = {
    val bound = drainMost.fromNow
    while (!users.isIdle) {
      alive()
      if (bound.isOverdue()) throw new Refused(s"Requests were not answered within ${drainMost.toSeconds} s.")
      Thread.sleep(nap.toMillis)
    }
  }

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
    slice = settling.both.map(bounded(_, times = 8)).max
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
    val (_, last) = Warmth.await(warmMost, slice * (2L * warm), line)(Vector.fill(warm)(pair()))(warmth)(say)
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
    say(text("by turns: %.0f s", most * 2 * sliceSeconds) + (if (looks > 1) " at most" else ""))
    @tailrec def next(before: Vector[TurnPair]): Vector[TurnPair] = {
      val all = before :+ pair()
      val isLook = all.size % ofLook == 0
      if (isLook) refuseSilent(all)
      val isOver = isLook && (all.size >= most || isEnough(all))
      val left = if (isOver) "" else text(", for about %.0f s more", (most - all.size) * 2 * sliceSeconds)
      if (isOver || all.size % ofLine == 0) say(s"${all.size} pairs: ${means(all)}${found(all)}$left")
      if (isOver) all else next(all)
    }
    val all = next(Vector.empty)
    users.record(open = false)
    all
  }

  private def refuseSilent(pairs: Vector[TurnPair]): Unit =
    pairs.flatMap(_.both).find(_.perSecond == 0).foreach { turn =>
      throw new Refused(s"A service answered no request well in its turn: ${turn.failures.mkString(", ")}.")
    }

  private def pair(): TurnPair =
    if (random.nextBoolean()) { val one = turn(0); TurnPair(one, turn(1)) }
    else { val other = turn(1); TurnPair(turn(0), other) }

  private def turn(service: Int): Turn = {
    users.turnTo(service)
    measured(service, slice)._1
  }

  /** Slice of the service whose turn it is. */
  private def measured(service: Int, length: FiniteDuration): (Turn, Slice) = {
    val begin = System.nanoTime()
    Thread.sleep((length / 4).toMillis)
    val from = System.nanoTime()
    val answers = users.count(since = begin)
    val before = read(service)
    Thread.sleep(math.max(0, (length * 3 / 4).toMillis - (System.nanoTime() - from) / 1000000))
    val (good, bad) = answers.ended
    val seconds = (System.nanoTime() - from) / 1e9
    val after = read(service)
    val used = for { now <- after.target; earlier <- before.target } yield now - earlier
    alive()
    val all = math.max(1, good.getTotalCount + bad.getTotalCount)
    val turn = Turn(
      good.getTotalCount / seconds,
      used.filter(_ > 0).map(_ / all),
      good.getValueAtPercentile(50) / 1e3,
      good.getValueAtPercentile(99) / 1e3,
      bad.getTotalCount.toDouble / all,
      answers.failures.keys.toVector
    )
    turn -> before.until(after, Phases.full, good.getTotalCount, answers.responseMs)
  }

  private def means(pairs: Vector[TurnPair]): String =
    names
      .zip(TurnPair.means(pairs)(turn => Some(turn.perSecond)))
      .map { case (name, rate) => text(s"$name %.1f/s", rate) }
      .mkString(", ")
}

object Turns {

  /** Pairs of a slice of the warm-up. */
  private val warm = 3

  /** Wait for the last answers of a slice, which is refused without them, and of the paced turns. */
  private val drainMost = 30.seconds
  private val pacedDrain = 10.seconds
  private val nap = 10.millis

  private def text(format: String, values: Any*): String = format.formatLocal(Locale.ROOT, values: _*)
}
