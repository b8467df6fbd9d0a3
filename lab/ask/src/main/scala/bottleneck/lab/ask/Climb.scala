package bottleneck.lab.ask

import bottleneck.lab.model.Numbers
import scala.annotation.tailrec
import scala.concurrent.duration._

/** All that was seen of a service.
  *
  * @param idle
  *   no requests: what the parts use all the same, and being looked at
  * @param single
  *   requests one by one
  * @param levels
  *   with more and more users, until there was no more throughput
  * @param hold
  *   the window of the answer
  * @param after
  *   the last level below the machine's limit once more, where the window used the cores up
  * @param isFlat
  *   false where throughput still grew with the last users that were allowed
  * @param isWarm
  *   true if CPU time per request was steady at the end of the warm-up
  */
private[ask] final case class Observation(
    idle: Level,
    single: Level,
    levels: Vector[Level],
    hold: Level,
    after: Option[Level],
    isFlat: Boolean,
    isWarm: Boolean
) {
  def beforeHold: Vector[Level] = single +: levels

  /** Levels in the order in which they were seen. */
  def all: Vector[Level] = (beforeHold :+ hold) ++ after
}

/** The load of a question: warm-up, one by one, more and more users until throughput is flat, and a window there.
  *
  * @param most
  *   users at most
  */
private[ask] final class Climb(
    users: AskUsers,
    watch: Watch,
    waits: () => Map[String, Int],
    most: Int,
    alive: () => Unit
)(
    say: String => Unit
) {
  import Climb._

  def run(): Observation = {
    say(s"warming up: ${counted(math.min(warmUsers, most))}, at most ${warmMost.toSeconds} s")
    val warm = warmUp()
    users.activate(0)
    settle(0)
    val idle = window(0, idleFor)
    val single = at(1, singleLeast, singleMost, enough = 100)
    say(said(single))
    val levels = climb(Vector.empty, 2, single, climbMost.fromNow)
    val top = chosen(single +: levels)
    say(s"the window: ${counted(top)}, ${holdFor(single).toSeconds} s")
    users.record(open = true)
    val hold = at(top, holdFor(single), holdFor(single), enough = Int.MaxValue, isHold = true)
    users.record(open = false)
    say(said(hold))
    val below = (single +: levels).filter(Limits.leavesCores)
    val after =
      if (Limits.leavesCores(hold)) None
      else below.lastOption.map(level => at(level.users, least, longest, enough = enough))
    users.activate(0)
    Observation(idle, single, levels, hold, after, isFlat(single +: levels), warm)
  }

  /** True if twice as many users twice gave hardly more, or once far less, or requests failed. */
  private def isFlat(levels: Vector[Level]): Boolean = {
    val rates = levels.map(_.throughput)
    def gained(from: Int): Boolean = rates(from + 1) >= flat * rates(from)
    val hasCollapsed = rates.last < 0.5 * rates.max
    rates.size > 2 && !gained(rates.size - 2) && !gained(
      rates.size - 3
    ) || hasCollapsed || levels.last.failedShare > failing
  }

  /** Until CPU time per request changes by less than a tenth from one slice to the next, twice. */
  private def warmUp(): Boolean = {
    users.activate(math.min(warmUsers, most))
    val from = System.nanoTime()

    @tailrec def slices(before: Vector[Double]): Boolean = {
      val slice = window(warmUsers, warmSlice)
      val next = slice.cores(Part.Service) match {
        // what hardly uses the CPU has nothing to get warm
        case Some(cores) if cores > notable && slice.all > 0 => before :+ cores / slice.all
        case _ => before :+ 1.0
      }
      val spent = (System.nanoTime() - from).nanos
      val isSteady = next.size > 3 && next.takeRight(3).sliding(2).forall {
        case Vector(a, b) => math.abs(b / a - 1) < 0.1
        case _ => false
      }
      if (isSteady || spent >= warmMost) isSteady else slices(next)
    }
    slices(Vector.empty)
  }

  @tailrec private def climb(done: Vector[Level], next: Int, single: Level, deadline: Deadline): Vector[Level] =
    if (next > most || isFlat(single +: done) || deadline.isOverdue() && done.nonEmpty) done
    else {
      val level = at(next, least, longest, enough = enough)
      say(said(level))
      // where a request takes long, each level does too
      climb(done :+ level, if (single.response > slow) next * 4 else next * 2, single, deadline)
    }

  /** The users with which the resource is surely full: the most, unless their requests fail. */
  private def chosen(levels: Vector[Level]): Int =
    levels.filter(_.failedShare <= failing).lastOption.getOrElse(levels.last).users

  private def holdFor(single: Level): FiniteDuration =
    if (single.response.isNaN) holdLeast else (single.response * 5).seconds.max(holdLeast).min(holdMost)

  /** Waits until what the former level left is answered, and then looks. */
  private def at(n: Int, least: FiniteDuration, most: FiniteDuration, enough: Int, isHold: Boolean = false): Level = {
    users.activate(n)
    settle(n)
    window(n, least, most, enough, isHold)
  }

  private def settle(n: Int): Unit = {
    val deadline = settleMost.fromNow
    while (users.sending > n && deadline.hasTimeLeft()) pause()
    val first = window(n, settleFor, settleFor, Int.MaxValue)
    // two response times more, as the line in front of the resource must have its length
    val more = if (first.response.isNaN) longest else (first.response * 2).seconds.min(longest)
    val until = more.fromNow
    while (until.hasTimeLeft()) pause()
  }

  private def window(n: Int, length: FiniteDuration): Level = window(n, length, length, Int.MaxValue)

  /** @param enough answers after which it may end */
  private def window(
      n: Int,
      least: FiniteDuration,
      most: FiniteDuration,
      enough: Int,
      isHold: Boolean = false
  ): Level = {
    val answers = users.count()
    val from = System.nanoTime()
    def spent = (System.nanoTime() - from).nanos

    @tailrec def look(
        snapshots: Vector[Snapshot],
        dumps: Vector[Vector[StackedThread]],
        waited: Vector[Map[String, Int]]
    ): Level =
      if (spent >= most || (spent >= least && answers.size >= enough)) {
        val last = watch.snapshot()
        val seconds = (System.nanoTime() - from) / 1e9
        val (good, bad) = answers.ended
        Level(n, seconds, good, bad, snapshots :+ last, dumps, mean(waited))
      } else {
        alive()
        pause()
        val tick = snapshots.size
        val dump = if (isHold && tick % dumpEvery == 0) threads(watch.dump()) else Vector.empty
        val waiting = if (isHold && tick % dumpEvery == 0) Vector(waits()) else Vector.empty
        look(snapshots :+ watch.snapshot(), if (dump.isEmpty) dumps else dumps :+ dump, waited ++ waiting)
      }
    look(Vector(watch.snapshot()), Vector.empty, Vector.empty)
  }

  private def mean(waited: Vector[Map[String, Int]]): Map[String, Double] =
    waited.flatten.groupMap(_._1)(_._2).view.mapValues(_.sum.toDouble / waited.size).toMap

  /** The text has locks and their owners, JSON has virtual threads. */
  private def threads(dump: Vector[String]): Vector[StackedThread] = {
    val all =
      dump.take(1).flatMap(ThreadDump.ofText) ++ dump.drop(1).flatMap(ThreadDump.ofJson(_).getOrElse(Vector.empty))
    val (named, unnamed) = all.partition(_.name.nonEmpty)
    named.distinctBy(_.name) ++ unnamed
  }

  private def pause(): Unit = Thread.sleep(tickMillis)
}

private[ask] object Climb {
  private val tickMillis = 250L
  private val dumpEvery = 2
  private val warmUsers = 8
  private val warmSlice = 3.seconds

  /** Cores from which it pays to wait until the JVM has compiled what is used. */
  private val notable = 0.25
  private val warmMost = 45.seconds
  private val idleFor = 3.seconds
  private val singleLeast = 4.seconds
  private val singleMost = 15.seconds
  private val settleFor = 1.second
  private val settleMost = 30.seconds
  private val least = 3.seconds
  private val longest = 15.seconds

  /** Answers by which a level is known to a few per cent. */
  private val enough = 200
  private val holdLeast = 15.seconds
  private val holdMost = 30.seconds
  private val climbMost = 100.seconds

  /** Response time in seconds from which fewer levels are tried. */
  private val slow = 0.5
  private val flat = 1.05
  private val failing = 0.1

  /** Upper bound of all of it. */
  val longestOfAll: FiniteDuration = 6.minutes

  private def counted(users: Int): String = Numbers.counted(users, "user")

  private def said(level: Level): String = {
    val times = if (level.response.isNaN) "no answer" else s"mean ${Numbers.millis(level.response * 1000)}"
    val failed = if (level.failedShare > 0) s", ${Numbers.percent(level.failedShare)} failed" else ""
    s"${counted(level.users)}: ${Numbers.rate(level.throughput)}, $times$failed"
  }
}
