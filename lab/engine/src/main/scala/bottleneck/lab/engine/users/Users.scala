package bottleneck.lab.engine.users

import io.gatling.core.Predef._
import io.gatling.core.action.Action
import io.gatling.core.action.builder.ActionBuilder
import io.gatling.core.session.Session
import io.gatling.core.structure.{ChainBuilder, PopulationBuilder, ScenarioContext}
import io.gatling.http.Predef._
import io.gatling.http.protocol.HttpProtocolBuilder
import java.util.concurrent.TimeUnit.NANOSECONDS
import java.util.concurrent.atomic.{AtomicInteger, AtomicLong, AtomicReference}
import java.util.concurrent.{ConcurrentHashMap, CountDownLatch}
import scala.concurrent.duration._
import scala.jdk.CollectionConverters._

/** Gatling users who repeat rounds of requests: some of them at once, as fast as they are answered or at a pace, to one
  * of several services at a time; their answers are counted. Nobody begins a round at first; `clock` is in ns.
  */
class Users(clock: () => Long = () => System.nanoTime()) {
  import Users._

  private val arrived = new CountDownLatch(1)
  private val state = new AtomicReference(State(Closed(0), 0, 0))
  private val counting = new AtomicReference(new Answers)
  private val late = new AtomicLong
  private val gate = new Gate
  private val idle = new Object
  @volatile private var service = 0
  @volatile private var open = false
  @volatile private var ended = false

  /** Lets the first `users` users loop without pauses. */
  def activate(users: Int): Unit = follow(Closed(users))

  /** Starts so many rounds and no more, by the first `users` users as fast as they are answered. */
  def batch(rounds: Int, users: Int): Unit = follow(Batch(users, rounds))

  /** True when a batch has begun and all its rounds are over. */
  def isIdle: Boolean = state.get().isIdle

  /** Waits until [[isIdle]]: false if it is not within this time. */
  def awaitIdle(within: FiniteDuration): Boolean = idle.synchronized {
    val until = within.fromNow
    while (!isIdle && until.hasTimeLeft()) idle.wait(math.max(1, until.timeLeft.toMillis))
    isIdle
  }

  /** Starts `perSecond` rounds per second, by the first `users` users, with a `gap` from one to the next. */
  def pace(perSecond: Double, users: Int = Int.MaxValue, gap: Gap = Gap.Even): Unit = {
    late.set(0)
    follow(Paced(users, clock(), 1e9 / perSecond, gap))
  }

  /** By how much a round began after its time at the most, since the last pace was set: no user was free before. */
  def mostLate: FiniteDuration = late.get.nanos

  /** Has users begin rounds with another of the services from now on; who waits for an answer, after that. Rounds that
    * are late are not made up for: they would all go to the next service.
    */
  def turnTo(service: Int): Unit = {
    this.service = service
    change(state => state.copy(plan = state.plan.from(clock())))
    openGate()
  }

  /** Number of the service whose turn it is. */
  def turn: Int = service

  /** Opens or closes the window whose requests Gatling records. */
  def record(open: Boolean): Unit = {
    this.open = open
    openGate()
  }

  def isOpen: Boolean = open

  /** Begins to count answers, to requests sent at or after `since`, as of `System.nanoTime`. */
  def count(since: Long = Long.MinValue): Answers = {
    val next = new Answers(since)
    counting.set(next)
    next
  }

  /** Answers as they are counted now. */
  def answers: Answers = counting.get()

  /** Rounds that have begun and not ended: users of a higher level go on until their request is answered. */
  def sending: Int = state.get().underWay

  /** Rounds that have begun since the start. */
  def begun: Long = state.get().begun

  /** Waits until the first user is there: false if none came within this time. */
  def await(within: FiniteDuration): Boolean = arrived.await(within.toNanos, NANOSECONDS)

  /** Has all users leave when their rounds are over, also those who are still to come. */
  def end(): Unit = {
    ended = true
    arrived.countDown()
    openGate()
  }

  def isOver: Boolean = ended

  /** Users who repeat a round when it is their turn: that of [[turnTo]], or of [[record]]. */
  def population(scenarioName: String, users: Int, isTurn: => Boolean = true)(
      round: ChainBuilder
  ): PopulationBuilder = {
    val numbers = new AtomicInteger
    def begin(session: Session): Session = {
      arrived.countDown()
      val round = if (isTurn) start(session(number).as[Int]) else None
      round.fold(session.remove(until)) { case (wait, late) =>
        session.markAsSucceeded.set(until, wait).set(lateBy, late)
      }
    }
    scenario(scenarioName)
      .exec(_.set(number, numbers.getAndIncrement()))
      .asLongAs(_ => !ended)(
        exec(begin(_)).doIfOrElse(_.contains(until))(
          pause(session => session(until).as[FiniteDuration]).doIf(_ => isTurn)(round).exec { session =>
            done()
            session
          }
        )(
          doIfOrElse(session => isTurn && isPaced(session(number).as[Int]))(pause(near))(
            gate.pass(_(number).as[Int], user => ended || (isTurn && (mayBegin(user) || isPaced(user))))
          )
        )
      )
      .inject(atOnceUsers(users))
  }

  /** The same protocol, whose requests leave no record, and whose answers are counted. */
  def counted(protocol: HttpProtocolBuilder): HttpProtocolBuilder =
    protocol
      .silentUri(".*")
      .check(responseTimeInMillis.transform { ms =>
        answers.succeed(System.nanoTime() - ms * 1000000L)
        ms
      })

  /** Wait of a user before its round; none if it must ask again soon. */
  private[users] def take(user: Int): Option[FiniteDuration] = start(user).map(_._1)

  /** The same, and by how many ns its round is late. */
  private[users] def start(user: Int): Option[(FiniteDuration, Long)] = {
    val now = clock()
    val before = state.getAndUpdate(state => state.taken(user, now).fold(state)(_._1))
    val isLateBy = math.max(0, before.lateAt(now))
    before.taken(user, now).map { case (_, wait) =>
      val _ = late.accumulateAndGet(isLateBy, (one, other) => math.max(one, other))
      wait -> isLateBy
    }
  }

  /** A round is over. */
  private[users] def done(): Unit = {
    change(state => state.copy(underWay = state.underWay - 1))
    if (isIdle) idle.synchronized(idle.notifyAll())
  }

  private def follow(plan: Plan): Unit = {
    change(_.copy(plan = plan))
    openGate()
  }

  private def openGate(): Unit = gate.open(user => ended || user < state.get().plan.users)

  private def mayBegin(user: Int): Boolean = state.get().taken(user, clock()).isDefined

  /** True if a user's next round is due some time. */
  private def isPaced(user: Int): Boolean = state.get().plan match {
    case pace: Paced => user < pace.users
    case _ => false
  }

  private def change(to: State => State): Unit = {
    val _ = state.updateAndGet(state => to(state))
  }
}

object Users {

  /** Polling interval of users whose round is due later. */
  private val near = 50.millis
  private val number = "bottleneck.number"
  private val until = "bottleneck.until"

  /** In a session: by how many ns its round began after it was due. */
  val lateBy = "bottleneck.lateBy"

  /** Time from one round to the next, as a multiple of its mean. */
  sealed abstract class Gap(val next: () => Double)

  object Gap {
    case object Even extends Gap(() => 1)

    /** Exponential gaps: independent arrivals (Poisson). */
    case object Random extends Gap(() => -math.log(1 - scala.util.Random.nextDouble()))
  }

  /** Where users wait until they may begin a round. They do not ask meanwhile: that would take the machine's CPU time,
    * and those who were asleep would begin late.
    */
  private[users] final class Gate {
    private val waiting = ConcurrentHashMap.newKeySet[Waiting]

    /** Lets those who wait and `may` go on. */
    def open(may: Int => Boolean): Unit =
      waiting.asScala.foreach(user => if (may(user.number) && waiting.remove(user)) user.goOn())

    /** A user of this `number` waits, unless it `may` go on: what changed since it asked has opened the gate before. */
    def pass(number: Session => Int, may: Int => Boolean): ActionBuilder = new ActionBuilder {
      override def build(context: ScenarioContext, after: Action): Action = new Action {
        override def name: String = "gate"

        override def execute(session: Session): Unit = come(number(session), may)(() => after ! session)
      }
    }

    private[users] def come(number: Int, may: Int => Boolean)(goOn: () => Unit): Unit = {
      val user = new Waiting(number, goOn)
      val _ = waiting.add(user)
      if (may(number) && waiting.remove(user)) goOn()
    }

    private final class Waiting(val number: Int, val goOn: () => Unit)
  }

  private sealed trait Plan {
    def users: Int

    /** The plan without rounds that were due before `now`. */
    def from(now: Long): Plan
  }

  private final case class Closed(users: Int) extends Plan {
    def from(now: Long): Plan = this
  }

  /** `left` rounds are still to begin. */
  private final case class Batch(users: Int, left: Int) extends Plan {
    def from(now: Long): Plan = this
  }

  /** The next round begins at `due` in ns of the clock. */
  private final case class Paced(users: Int, due: Long, meanGap: Double, gap: Gap) extends Plan {
    def from(now: Long): Plan = copy(due = math.max(due, now))

    def next: Paced = copy(due = due + (meanGap * gap.next()).toLong)
  }

  private final case class State(plan: Plan, underWay: Int, begun: Long) {

    /** State with one more round, and the wait of that round. */
    def taken(user: Int, now: Long): Option[(State, FiniteDuration)] = plan match {
      case plan if user >= plan.users => None
      case closed: Closed => Some((another(closed), Duration.Zero))
      case batch: Batch => Option.when(batch.left > 0)((another(batch.copy(left = batch.left - 1)), Duration.Zero))
      case pace: Paced =>
        val wait = (pace.due - now).nanos
        Option.when(wait <= near)((another(pace.next), wait.max(Duration.Zero)))
    }

    /** Nanoseconds since the next round was due. */
    def lateAt(now: Long): Long = plan match {
      case pace: Paced => now - pace.due
      case _ => 0
    }

    def isIdle: Boolean = underWay == 0 && (plan match {
      case Batch(_, left) => left == 0
      case Closed(users) => users == 0
      case _: Paced => false
    })

    private def another(plan: Plan): State = State(plan, underWay + 1, begun + 1)
  }
}
