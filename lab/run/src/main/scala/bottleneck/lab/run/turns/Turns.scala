package bottleneck.lab.run.turns

import bottleneck.lab.settings.Refused
import java.util.Locale
import java.util.concurrent.atomic.{AtomicInteger, AtomicReference, LongAdder}
import org.HdrHistogram.{Histogram, Recorder}
import scala.annotation.tailrec
import scala.collection.concurrent.TrieMap
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

/** A turn of the new service and one of the old, beside each other, in random order. */
final case class TurnPair(fresh: Turn, old: Turn) {

  /** New ÷ old; none where one is unknown or 0. */
  def ratio(of: Turn => Option[Double]): Option[Double] = for {
    above <- of(fresh) if above > 0
    below <- of(old) if below > 0
  } yield above / below

  /** Of requests per second. */
  def throughputRatio: Option[Double] = ratio(turn => Some(turn.perSecond))

  def both: Vector[Turn] = Vector(fresh, old)
}

object TurnPair {

  /** Means of the new service and of the old one, over the turns in which it is known; none of one where in none. */
  def means(pairs: Vector[TurnPair])(of: Turn => Option[Double]): Vector[Double] =
    pairs.map(_.both).transpose.map(_.flatMap(of(_))).filter(_.nonEmpty).map(known => known.sum / known.size)
}

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

/** Users of two services, who send to one of them at a time: what they are to do, and their answers. */
abstract class TurnUsers {

  /** Users that are to send. */
  @volatile protected var level = 0
  @volatile protected var turn = 0

  /** Whether Gatling records the requests. */
  @volatile protected var isOpen = false
  @volatile protected var over = false
  protected val active = new AtomicInteger
  protected val answers = new AtomicReference(new Answers(since = Long.MinValue))

  /** Has so many users send requests from now on. */
  def activate(users: Int): Unit = level = users

  /** Users that are sending: those of a higher level go on until their request is answered. */
  def sending: Int = active.get

  /** Has users send to another of the services from now on; who waits for an answer, after that. */
  def turnTo(service: Int): Unit = turn = service

  /** Has each user send a request at such intervals, where they can; none: one after another. */
  def pace(each: Option[FiniteDuration]): Unit = ()

  /** Opens or closes the window whose requests Gatling records. */
  def record(open: Boolean): Unit = isOpen = open

  /** Begins to count answers, to requests sent at or after `since`, as of `System.nanoTime`. */
  def count(since: Long): Answers = {
    val next = new Answers(since)
    answers.set(next)
    next
  }

  /** Has all users leave. */
  def end(): Unit = over = true
}

/** Two services by turns: one has all users for a slice, then the other. What the machine does meanwhile happens to
  * both. The rule of counting: of a slice the first quarter does not count, and of the rest the requests that were sent
  * in the slice and answered in it. A slice lasts 1 s, and up to 5 s where half of the answers take more than an eighth
  * of that.
  *
  * @param say
  *   gets a sentence now and then: Gatling shows nothing of a warm-up
  */
final class Turns(
    users: TurnUsers,
    cpuSeconds: Int => Option[Double],
    atOnce: Int,
    looks: Int,
    random: Random,
    alive: () => Unit,
    times: TurnTimes = TurnTimes.usual
)(say: String => Unit) {
  import Turns._
  import times._

  private var slice = shortest

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
    users.pace(None)
    users.activate(atOnce)
    val settling = pair()
    slice = settling.both.map(turn => (turn.p50 * 8).millis).max.max(shortest).min(longest)
    pairs(looks, isEnough, found)
  }

  /** Pairs at a rate of requests per second of so many users, for response times; nobody sends after it. */
  def paced(perSecond: Double, many: Int): Vector[TurnPair] = {
    users.pace(Some((many / perSecond).seconds))
    users.activate(many)
    val all = pairs(looks = 1, _ => true, _ => "")
    users.activate(0)
    val drained = drainMost.fromNow
    while (users.sending > 0 && drained.hasTimeLeft()) Thread.sleep(100)
    all
  }

  /** Until neither takes less for a request than shortly before: compilers make it cheaper for some time. */
  def warmUp(): Unit = {
    users.activate(atOnce)
    val deadline = warmMost.fromNow
    def spent: FiniteDuration = warmMost - deadline.timeLeft
    say(s"warming up both by turns: at most ${warmMost.toSeconds} s")
    @tailrec def rounds(before: Vector[TurnPair], lines: Long): Unit = {
      val all = before :+ pair()
      val isWarm = all.size >= 2 * warm && all.map(_.both).transpose.forall { turns =>
        def cost(turns: Vector[Turn]): Double = turns.map(turn => turn.cpuSeconds.getOrElse(1 / turn.perSecond)).sum
        cost(turns.takeRight(warm)) > cost(turns.takeRight(2 * warm).take(warm)) * steady
      }
      if (!isWarm && deadline.hasTimeLeft()) {
        val due = spent.toNanos / line.toNanos
        if (due > lines)
          say(
            text("warming up for %d s, for about %d s more at most: ", spent.toSeconds, deadline.timeLeft.toSeconds) +
              means(all.takeRight(warm))
          )
        rounds(all, due)
      }
    }
    rounds(Vector.empty, lines = 0)
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
    if (random.nextBoolean()) { val fresh = turn(0); TurnPair(fresh, turn(1)) }
    else { val old = turn(1); TurnPair(turn(0), old) }

  private def turn(service: Int): Turn = {
    val begin = System.nanoTime()
    users.turnTo(service)
    Thread.sleep((slice / 4).toMillis)
    val cpu = cpuSeconds(service)
    val from = System.nanoTime()
    val answers = users.count(since = begin)
    Thread.sleep((slice * 3 / 4).toMillis)
    val (good, bad) = answers.ended
    val seconds = (System.nanoTime() - from) / 1e9
    val used = cpuSeconds(service).zip(cpu).map { case (after, before) => after - before }
    alive()
    val all = math.max(1, good.getTotalCount + bad.getTotalCount)
    Turn(
      good.getTotalCount / seconds,
      used.filter(_ > 0).map(_ / all),
      good.getValueAtPercentile(50) / 1e3,
      good.getValueAtPercentile(99) / 1e3,
      bad.getTotalCount.toDouble / all,
      answers.failures.keys.toVector
    )
  }
}

object Turns {

  /** Pairs that are compared with as many before them. */
  private val warm = 5

  /** What a request takes of its cost before, where compilers are done; machines stray by some percent. */
  private val steady = 0.95
  private val drainMost = 10.seconds

  private def text(format: String, values: Any*): String = format.formatLocal(Locale.ROOT, values: _*)

  private def means(pairs: Vector[TurnPair]): String =
    text("new %.1f/s, old %.1f/s", TurnPair.means(pairs)(turn => Some(turn.perSecond)): _*)
}

/** Answers of a time, counted as they come: to requests that were sent after `since`. */
final class Answers(since: Long) {
  private val good = new Recorder(3)
  private val bad = new Recorder(3)
  private val count = new LongAdder
  private val causes = TrieMap.empty[String, LongAdder]

  /** @param sent as of `System.nanoTime` */
  def succeed(sent: Long): Unit = {
    val _ = add(good, sent)
  }

  /** @param cause such as `answer 503` */
  def fail(sent: Long, cause: String): Unit =
    if (add(bad, sent)) causes.getOrElseUpdate(cause, new LongAdder).increment()

  private def add(to: Recorder, sent: Long): Boolean = {
    val counts = sent >= since
    if (counts) {
      to.recordValue(math.max(0, (System.nanoTime() - sent) / 1000))
      count.increment()
    }
    counts
  }

  def size: Long = count.sum

  def failures: Map[String, Long] = causes.view.mapValues(_.sum).toMap

  /** Response times of those that succeeded, and of those that failed, in microseconds. */
  lazy val ended: (Histogram, Histogram) = (good.getIntervalHistogram, bad.getIntervalHistogram)
}
