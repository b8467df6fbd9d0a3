package bottleneck.lab.prepare

import io.gatling.core.Predef._
import io.gatling.core.structure.{ChainBuilder, PopulationBuilder}
import io.gatling.http.protocol.HttpProtocolBuilder
import java.util.concurrent.CountDownLatch
import java.util.concurrent.TimeUnit.NANOSECONDS
import java.util.concurrent.atomic.AtomicReference
import scala.concurrent.duration._

/** Users who repeat rounds of requests, as their turns come, until they are released; `name` is their scenario's. */
private[prepare] final class PreparingUsers(name: String, number: Int, rounds: Rounds) {
  private val turn = "bottleneck.turn"
  private val arrived = new CountDownLatch(1)
  @volatile private var calibrating = false
  @volatile private var released = false

  val turns = new Turns

  /** Waits until the first of them is there: false if none came within this time. */
  def await(within: FiniteDuration): Boolean = arrived.await(within.toNanos, NANOSECONDS)

  /** The first of them is there, or nobody is to wait for it any more. */
  def arrive(): Unit = arrived.countDown()

  /** Switches to the rounds of the calibration. */
  def calibrate(): Unit = calibrating = true

  /** They leave when their rounds are over. */
  def release(): Unit = released = true

  def population(protocol: HttpProtocolBuilder): PopulationBuilder =
    scenario(name)
      .asLongAs(_ => !released)(
        exec(takeTurn(_)).doIfOrElse(_.contains(turn))(
          pause(session => session(turn).as[FiniteDuration])
            .exec(round)
            .exec(endTurn(_))
            // so that others come to have turns
            .pause(1.milli)
        )(pause(Turns.look))
      )
      .inject(atOnceUsers(number))
      .protocols(protocol)

  private def round: ChainBuilder =
    if (rounds.differ) doIfOrElse(_ => calibrating)(rounds.calibration)(rounds.warmUp) else exec(rounds.warmUp)

  private def takeTurn(session: Session): Session = {
    arrive()
    turns.take().fold(session.remove(turn))(session.set(turn, _))
  }

  private def endTurn(session: Session): Session = {
    turns.done()
    session
  }
}

/** Turns of users: when which user may begin a round, by a clock in ns; none at first. */
private[prepare] final class Turns(clock: () => Long = () => System.nanoTime()) {
  import Turns._

  private val state = new AtomicReference(State(None, 0, 0))

  /** Starts rounds as long as fewer than `most` are in flight. */
  def atOnce(most: Int): Unit = begin(Closed(most))

  /** Starts `perSecond` rounds a second on average, in groups of `together` at even intervals. */
  def paced(perSecond: Double, together: Int = 1): Unit =
    begin(Paced(clock(), perSecond, together, taken = 0))

  /** Starts no more rounds. */
  def none(): Unit = change(_.copy(plan = None))

  /** Rounds that have begun since the start. */
  def begun: Long = state.get().begun

  /** Rounds that have begun and not ended. */
  def underWay: Int = state.get().underWay

  /** Wait of the caller before its round; none if it must ask again after [[look]]. */
  def take(): Option[FiniteDuration] = {
    val now = clock()
    val before = state.getAndUpdate(state => state.taken(now).fold(state)(_._1))
    before.taken(now).map { case (_, wait) => wait }
  }

  /** The caller's round is over. */
  def done(): Unit = change(state => state.copy(underWay = state.underWay - 1))

  private def begin(plan: Plan): Unit = change(_.copy(plan = Some(plan)))

  private def change(to: State => State): Unit = {
    val _ = state.updateAndGet(state => to(state))
  }
}

private[prepare] object Turns {

  /** Polling interval of users without a turn. */
  val look: FiniteDuration = 50.millis

  private sealed trait Plan
  private final case class Closed(most: Int) extends Plan

  /** @param from of the clock */
  private final case class Paced(from: Long, perSecond: Double, together: Int, taken: Long) extends Plan {

    /** Start of the next round, in ns of the clock. */
    def due: Long = from + (taken / together * together * 1e9 / perSecond).toLong
  }

  private final case class State(plan: Option[Plan], underWay: Int, begun: Long) {

    /** State with one more round, and the wait of that round. */
    def taken(now: Long): Option[(State, FiniteDuration)] = plan.flatMap {
      case Closed(most) => Option.when(underWay < most)((another(plan), Duration.Zero))
      case pace: Paced =>
        val wait = (pace.due - now).nanos
        Option.when(wait <= look)((another(Some(pace.copy(taken = pace.taken + 1))), wait.max(Duration.Zero)))
    }

    private def another(plan: Option[Plan]): State = State(plan, underWay + 1, begun + 1)
  }
}

/** Requests that users repeat before the load, until the JVMs are warm, and to show what a request of it demands. */
private[lab] final case class Rounds(warmUp: ChainBuilder, calibration: ChainBuilder) {

  /** True if warm-up and calibration send different requests. */
  def differ: Boolean = warmUp ne calibration
}
