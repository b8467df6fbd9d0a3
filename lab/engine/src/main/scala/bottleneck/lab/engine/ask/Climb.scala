package bottleneck.lab.engine.ask

import bottleneck.lab.engine.turns.{Cycles, Slices, TurnCycle, TurnTimes, Turns}
import bottleneck.lab.figures.preparation.{Cycle, CyclesForecast}
import bottleneck.lab.engine.users.Users
import bottleneck.lab.figures.settings.Refused
import bottleneck.lab.figures.warmth.Warmth
import bottleneck.lab.parts.postgres.DatabaseSession
import bottleneck.lab.parts.sources.PoolKind
import bottleneck.lab.figures.{Numbers, Ratio}
import scala.annotation.tailrec
import scala.concurrent.duration._
import scala.util.Random

/** The load of a question: warm-up, one by one, more and more users until throughput is flat or there are `most`, and a
  * window there. Gatling records it. Turns follow where it used up cores, and open loads where there is a `goal`.
  *
  * @param report
  *   gets each level
  * @param show
  *   gets what goes on several times a second, since when and for how long at most
  */
private[ask] final class Climb(
    users: AskUsers,
    watch: Watch,
    service: ServiceParts,
    most: Int,
    goal: Option[Goal] = None,
    report: Level => Unit = _ => (),
    show: Turns.Show = (_, _, _) => ()
)(say: String => Unit) {
  import Climb._

  private var phase = Phase("", Deadline.now, lookEvery)

  def run(): Observation = {
    val isWarm = warmUp().isWarm
    begin("nobody sends", idling.most)
    users.activate(0)
    settle(0, alone = 0)
    val idle = window(users.sending, idling)
    begin("one by one", oneByOne.most)
    val single = at(1, alone = 0, if (Finding.Leak.in(idle).isEmpty) oneByOne else exactly(oneByOne.least))
    say(said(single))
    val alone = timeAlone(single)
    begin("more users", climbMost)
    val (levels, ended) =
      if (isLeaking(single)) Vector.empty -> ClimbEnd.Flat
      else climb(Vector.empty, math.min(2, most), single, climbMost.fromNow)
    val top = chosen(single +: levels)
    say(s"the window: ${counted(top)}, ${holdFor(single).toSeconds} s")
    users.record(open = true)
    reach(top, alone)
    begin("the window", holdFor(single))
    val (hold, profile) =
      watch.profiling(window(reached(top), exactly(holdFor(single)), withStacks = top > 1 || isLeaking(single)))
    users.record(open = false)
    say(said(hold))
    val plain = Observation(idle, single, levels, hold, ended, isWarm, watch.capacity, profile = profile)
    val seen = plain.copy(after = if (isStuck(plain)) Some(afterwards()) else None)
    refuseCollapsed(seen)
    val cycles = if (Answer.wantsTurns(seen)) turns(seen) else Vector.empty
    users.activate(0)
    val all = seen.copy(cycles = cycles)
    all.copy(goal = goal.map(search(_, Answer.of(all).most)))
  }

  private def search(goal: Goal, greatest: Double): GoalSearch = GoalSearch.of(goal, greatest) { perSecond =>
    // what the window's users, or the load before, left
    users.activate(0)
    val drained = drainMost.fromNow
    while (users.sending > 0 && drained.hasTimeLeft()) {
      service.check()
      pause()
    }
    begin(goal.text, GoalSearch.most)
    users.pace(perSecond, most, Users.Gap.Random)
    val _ = window(most, settleFor)
    val seen = window(most, Span(GoalSearch.least, GoalSearch.most, goal.answers))
    val hasUsers = users.mostLate < latest
    users.activate(0)
    say(s"${goal.text} at ${Numbers.rate(perSecond)}: ${GoalSearch.time(goal, seen)}")
    (seen, hasUsers)
  }

  /** Cycles of a light slice and one of the users of the window: a machine that changes its speed changes both. */
  private def turns(seen: Observation): Vector[Cycle] = {
    val hold = seen.hold
    val thread = Limits.thread(seen)
    begin("by turns", turnTimes.look * Limits.looks.toLong)
    def alive(): Unit = {
      service.check()
      shown(counted(hold.users))
    }
    val slices = new Slices(users, _ => watch.read(thread), hold.users, alive _)
    def limit(so: Vector[TurnCycle]): Option[ResourceLimit] =
      Limits.of(seen.copy(cycles = so.flatMap(_.cycles))).find(of => of.isFull && of.resource.isCpu)
    def found(so: Vector[TurnCycle]): String =
      limit(so).fold("")(of => s", measured ÷ predicted ${Ratio.text(of.efficiency(hold))}")
    new Cycles(slices, Vector("measured"), new Random, turnTimes, isRecorded = false, looks = Limits.looks)(say)
      .run(limit(_).map(_.limit).flatMap(CyclesForecast.halfWidth).exists(_ <= CyclesForecast.enough), found)
      .flatMap(_.cycles)
  }

  private def isLeaking(level: Level): Boolean = Finding.Leak.in(level).isDefined

  /** True if hardly a request was answered in the window, and all connections were in use. */
  private def isStuck(seen: Observation): Boolean =
    seen.isStuck &&
      seen.hold.pools.exists(pool => pool.kind == PoolKind.JdbcConnections && pool.isFull)

  /** Waits until the service is warm. */
  def warm(): Unit = {
    val _ = warmUp()
    users.activate(0)
  }

  /** What a few seconds with so many users show. */
  def glance(n: Int): Level = {
    val seen = at(n, alone = 0, warmSlice)
    users.activate(0)
    seen
  }

  /** What is in use when nobody sends: requests that wait for a connection give up after half a minute as a rule. */
  private def afterwards(): Level = {
    users.activate(0)
    settle(0, alone = 0)
    window(users.sending, settleFor)
  }

  /** Refuses a window in which throughput collapsed and requests failed, unless a deadlock or a leak explains it. */
  private def refuseCollapsed(seen: Observation): Unit = {
    val hold = seen.hold
    val best = (seen.single +: seen.levels).map(_.throughput).max
    if (hold.failedShare > mostFailing && hold.throughput < collapsed * best && !Answer.of(seen).finding.isStandstill)
      throw new Refused(
        s"${Numbers.percent(hold.failedShare)} of the requests failed in the window, with ${counted(hold.users)}, though fewer " +
          s"had before: ${hold.failed.mkString(", ")}. So there is no answer.${users.loginAdvice}"
      )
  }

  /** Two users leave a core to the compilers, and fill no pool. */
  private def warmUp(): Warmth = {
    say(s"warming up: ${counted(math.min(warmUsers, most))}, at most ${warmMost.toSeconds} s")
    begin("warming up", warmMost)
    users.activate(math.min(warmUsers, most))
    Warmth.await(warmMost, warmSlice.least)(warmingSlice())(warmth)(say)._2
  }

  private def warmingSlice(): Level = {
    val slice = window(warmUsers, warmSlice)
    if (slice.failedShare > mostFailing && !isLeaking(slice))
      throw new Refused(
        s"${Numbers.percent(slice.failedShare)} of the requests failed with ${counted(warmUsers)}: " +
          s"${slice.failed.mkString(", ")}. Nothing was measured: see the service's log."
      )
    slice
  }

  /** What hardly uses the CPU, or answers no more, has nothing to get warm. */
  private def warmth(slices: Vector[Level]): Warmth = {
    val costs =
      slices.map(slice => slice.cores(Part.Service).filter(_ > notable && slice.all > 0).fold(1.0)(_ / slice.all))
    val last = slices.takeRight(quietSlices)
    val computes = last.size < quietSlices || last.exists(_.cores(Part.Service).forall(_ > notable))
    if (isLeaking(slices.last) || !computes) Warmth(Vector.empty)
    else
      Warmth.of(
        Vector("the CPU time of a request" -> costs),
        slices.takeRight(Warmth.slices).map(_.seconds).sum
      )
  }

  @tailrec
  private def climb(done: Vector[Level], next: Int, single: Level, deadline: Deadline): (Vector[Level], ClimbEnd) =
    if (isFlat(single +: done, watch.capacity) || done.lastOption.exists(isLeaking)) done -> ClimbEnd.Flat
    else if (done.lastOption.getOrElse(single).users >= most) done -> ClimbEnd.AllUsers
    else if (deadline.isOverdue() && done.nonEmpty) done -> ClimbEnd.NoTime
    else {
      val level = at(next, timeAlone(single), ofLevel)
      say(said(level))
      // where a request takes long, each level does too
      val more = if (single.response > verySlow) 8 else if (single.response > slow) 4 else 2
      climb(done :+ level, math.min(next * more, most), single, deadline)
    }

  /** The users with which the resource is surely full: the most, unless their requests fail. */
  private def chosen(levels: Vector[Level]): Int =
    levels.filter(_.failedShare <= failing).lastOption.getOrElse(levels.last).users

  private def timeAlone(single: Level): Double = if (single.response.isNaN) 0 else single.response

  private def holdFor(single: Level): FiniteDuration =
    (timeAlone(single) * 5).seconds.max(holdLeast).min(holdMost)

  /** Looks once what the former level left is answered; `alone` is the response time of one request in seconds. */
  private def at(n: Int, alone: Double, span: Span): Level = {
    reach(n, alone)
    val seen = window(reached(n), span, withStacks = n > 1)
    report(seen)
    seen
  }

  private def reach(n: Int, alone: Double): Unit = {
    users.activate(n)
    settle(n, alone)
  }

  private def reached(n: Int): Int = math.min(n, users.ready)

  private def settle(n: Int, alone: Double): Unit = {
    val deadline = settleMost.fromNow
    while ((users.sending > n || users.ready < n) && deadline.hasTimeLeft()) pause()
    val first = window(n, settleFor)
    // two response times more, as the line in front of the resource must have its length; one user has no line
    val response = if (first.response.isNaN) alone else math.max(first.response, alone)
    val until = (if (n > 1) (response * 2).seconds.min(ofLevel.most) else Duration.Zero).fromNow
    while (until.hasTimeLeft()) pause()
  }

  /** With stacks it looks at what threads and sessions of the database wait for. */
  private def window(n: Int, span: Span, withStacks: Boolean = false): Level = {
    val answers = users.count()
    val from = System.nanoTime()
    def statements = watch.postgres.flatMap(_.statements())
    val counters = if (withStacks) statements else None
    def commits = watch.postgres.flatMap(_.commits())
    val committed = if (counters.isEmpty) commits else None
    def spent = (System.nanoTime() - from).nanos

    @tailrec def look(
        snapshots: Vector[Snapshot],
        dumps: Vector[Vector[StackedThread]],
        sessions: Vector[Vector[DatabaseSession]]
    ): Level =
      if (spent >= span.most || (spent >= span.least && answers.size >= span.enough)) {
        val last = watch.snapshot(withThreads = true)
        val seconds = (System.nanoTime() - from) / 1e9
        val (good, bad) = answers.ended
        val ended = good.getTotalCount + bad.getTotalCount
        val counted =
          for { before <- counters; after <- statements } yield DatabaseUse.counted(before, after, ended)
        val used = counted.getOrElse(DatabaseUse.sampled(sessions, ended / seconds))
        // a look is a transaction, too
        val rate = for { before <- committed; after <- commits } yield (after - before - sessions.size) / seconds
        Level(n, seconds, good, bad, snapshots :+ last, dumps, sessions, answers.failures, used, rate)
      } else {
        service.check()
        shown(s"${counted(n)}, ${Numbers.rate(answers.size / spent.toUnit(SECONDS))}")
        pause()
        val isDump = withStacks && snapshots.size % dumpEvery == 0
        val dump = if (isDump) threads(watch.dump()) else Vector.empty
        val now = if (isDump) watch.postgres.map(_.sessions()) else None
        look(snapshots :+ watch.snapshot(), if (dump.isEmpty) dumps else dumps :+ dump, sessions ++ now)
      }
    look(Vector(watch.snapshot(withThreads = true)), Vector.empty, Vector.empty)
  }

  /** The text has locks and their owners, JSON has virtual threads. */
  private def threads(dump: Vector[String]): Vector[StackedThread] = {
    val all = dump.take(1).flatMap(ThreadDump.ofText) ++ dump.drop(1).flatMap(ThreadDump.ofJson)
    val (named, unnamed) = all.partition(_.name.nonEmpty)
    named.distinctBy(_.name) ++ unnamed
  }

  private def pause(): Unit = Thread.sleep(lookEvery.toMillis)

  private def begin(name: String, most: FiniteDuration): Unit = phase = Phase(name, Deadline.now, most)

  private def shown(what: String): Unit = show(s"${phase.name}: $what", phase.since, phase.most)
}

private[ask] object Climb {

  /** Time of a window at least and at most, and answers after which it may end. */
  private final case class Span(least: FiniteDuration, most: FiniteDuration, enough: Int)

  /** What goes on, since when, and how long it takes at most. */
  private final case class Phase(name: String, since: Deadline, most: FiniteDuration)

  private def exactly(time: FiniteDuration): Span = Span(time, time, Int.MaxValue)

  /** The same in each window, as looking costs the service CPU time, too. */
  private val lookEvery = 250.millis
  private val dumpEvery = 2
  private val warmUsers = 2
  private val warmSlice = exactly(3.seconds)

  /** Cores from which it pays to wait until the JVM has compiled what is used. */
  private val notable = 0.25
  private val quietSlices = 2
  private val warmMost = 45.seconds
  private val idling = exactly(3.seconds)
  private val oneByOne = Span(5.seconds, 15.seconds, enough = 50)
  private val settleFor = exactly(1.second)
  private val settleMost = 30.seconds

  /** Time after which an open load begins although requests are unanswered. */
  private val drainMost = 60.seconds

  /** Delay of a request from which too few users were there for an open load. */
  private val latest = 200.millis

  /** Its answers are enough to know a level to some per cent: what limits is judged by the window. */
  private val ofLevel = Span(3.seconds, 15.seconds, enough = 100)
  private val holdLeast = 10.seconds
  private val holdMost = 30.seconds
  private val climbMost = 90.seconds
  val turnTimes: TurnTimes = TurnTimes.usual.copy(look = Limits.look)

  /** Response time in seconds from which fewer levels are tried. */
  private val slow = 0.5
  private val verySlow = 2.0
  private val flat = 1.05
  private val collapsed = 0.5
  private val failing = 0.1
  private val mostFailing = 0.5

  /** Upper bound of all of it; each part may begin with a wait for what the one before left. */
  val longestOfAll: FiniteDuration =
    warmMost + idling.most + oneByOne.most + climbMost + holdMost + turnTimes.look * Limits.looks.toLong + (settleMost + settleFor.most + ofLevel.most) * 6

  /** True if twice as many users twice gave hardly more than any fewer, or once far less, or requests failed. What
    * other programs leave of the cores changes what these give: more is more only if it is so for each core that was
    * left, too.
    */
  private[ask] def isFlat(levels: Vector[Level], capacity: Capacity): Boolean = {
    val rates = levels.map(_.throughput)
    val perCore = levels.map(level => level.throughput / capacity.left(level))
    def gained(from: Int): Boolean = Vector(rates, perCore).forall(of => of(from + 1) >= flat * of.take(from + 1).max)
    val hasCollapsed = Vector(rates, perCore).forall(of => of.last < collapsed * of.max)
    val gainsNoMore = rates.size > 2 && !gained(rates.size - 2) && !gained(rates.size - 3)
    gainsNoMore || hasCollapsed || levels.last.failedShare > failing
  }

  private def counted(users: Int): String = Numbers.counted(users, "user")

  private def said(level: Level): String = {
    val times = if (level.response.isNaN) "no answer" else s"mean ${Numbers.millis(level.response * 1000)}"
    val failed =
      if (level.failedShare > 0) s", ${Numbers.percent(level.failedShare)} failed: ${level.failed.mkString(", ")}"
      else ""
    s"${counted(level.users)}: ${Numbers.rate(level.throughput)}, $times$failed"
  }
}
