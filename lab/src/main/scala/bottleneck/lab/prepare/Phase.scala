package bottleneck.lab.prepare

import io.gatling.core.Predef._
import io.gatling.core.structure.{ChainBuilder, PopulationBuilder, ScenarioBuilder}
import io.gatling.http.protocol.HttpProtocolBuilder
import java.util.concurrent.CountDownLatch
import java.util.concurrent.TimeUnit.NANOSECONDS
import java.util.concurrent.atomic.{AtomicLong, AtomicReference}
import scala.concurrent.duration._

/** A part of the preparation: its users wait until it begins, repeat something until it ends, and stay until they are
  * released.
  *
  * @param name
  *   of the phase and of its scenario
  */
private[prepare] final class Phase(val name: String, users: Int) {
  import Phase._

  private val state = new AtomicReference[State](Awaited)
  private val arrived = new CountDownLatch(1)
  private val rounds = new AtomicLong

  /** How often a user has begun what it repeats. */
  def begun: Long = rounds.get()

  /** Waits until the first of the users is there: false if none came within this time. */
  def awaitUsers(within: FiniteDuration): Boolean = arrived.await(within.toNanos, NANOSECONDS)

  /** Lets the users begin. */
  def begin(): Unit = become(Running)

  /** The users stop, and stay. */
  def hold(): Unit = become(Held)

  /** The users stop, and leave: the next phase can begin. Nothing lets them begin again. */
  def end(): Unit = state.set(Over)

  private def become(next: State): Unit = {
    val _ = state.updateAndGet(now => if (now == Over) now else next)
  }

  /** The users of the phase, who all repeat `round` as often as they can. */
  def population(round: ChainBuilder, protocol: HttpProtocolBuilder): PopulationBuilder =
    population(protocol)(_.asLongAs(_ => state.get() == Running)(exec(count(_)).exec(round)))

  /** The users of the phase, who share the rounds of a pace among them. */
  def population(round: ChainBuilder, pace: Pace, protocol: HttpProtocolBuilder): PopulationBuilder =
    population(protocol)(
      _.asLongAs(session => state.get() == Running && !session.contains(done)) {
        exec(session => pace.next().fold(session.set(done, true))(session.set(turn, _)))
          .doIf(session => !session.contains(done))(
            pause(session => pace.until(session(turn).as[Long]))
              .doIf(_ => state.get() == Running)(exec(count(_)).exec(round))
          )
      }
    )

  private def population(protocol: HttpProtocolBuilder)(repeat: ScenarioBuilder => ScenarioBuilder): PopulationBuilder =
    repeat(scenario(name).asLongAs(_ => isAwaited)(pause(look)))
      .asLongAs(_ => state.get() == Held)(pause(look))
      .inject(atOnceUsers(users))
      .protocols(protocol)

  private def isAwaited: Boolean = {
    arrived.countDown()
    state.get() == Awaited
  }

  private def count(session: Session): Session = {
    rounds.incrementAndGet()
    session
  }
}

private object Phase {
  private sealed trait State
  private case object Awaited extends State
  private case object Running extends State
  private case object Held extends State
  private case object Over extends State

  /** How often users who wait look whether they may go on. */
  private val look = 20.millis

  private val turn = "bottleneck.turn"
  private val done = "bottleneck.done"
}
