package bottleneck.lab.prepare

import io.gatling.core.Predef._
import io.gatling.core.structure.{ChainBuilder, PopulationBuilder}
import io.gatling.http.protocol.HttpProtocolBuilder
import java.util.concurrent.CountDownLatch
import java.util.concurrent.TimeUnit.NANOSECONDS
import scala.concurrent.duration._

/** Users who repeat rounds of requests, as their turns come, until they are released.
  *
  * @param name
  *   of their scenario
  */
private[prepare] final class PreparingUsers(name: String, number: Int, rounds: Rounds) {
  private val arrived = new CountDownLatch(1)
  @volatile private var calibrating = false
  @volatile private var released = false

  val turns = new Turns

  /** Waits until the first of them is there: false if none came within this time. */
  def await(within: FiniteDuration): Boolean = arrived.await(within.toNanos, NANOSECONDS)

  /** From now on rounds are those of the calibration. */
  def calibrate(): Unit = calibrating = true

  /** They leave when their rounds are over. */
  def release(): Unit = released = true

  def population(protocol: HttpProtocolBuilder): PopulationBuilder =
    scenario(name)
      .asLongAs(_ => !released)(
        exec(takeTurn(_)).doIfOrElse(_.contains(PreparingUsers.turn))(
          pause(session => session(PreparingUsers.turn).as[FiniteDuration])
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
    arrived.countDown()
    turns.take().fold(session.remove(PreparingUsers.turn))(session.set(PreparingUsers.turn, _))
  }

  private def endTurn(session: Session): Session = {
    turns.done()
    session
  }
}

private object PreparingUsers {
  private val turn = "bottleneck.turn"
}
