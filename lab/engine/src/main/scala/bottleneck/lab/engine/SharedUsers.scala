package bottleneck.lab.engine

import bottleneck.lab.engine.prepare.Rounds
import bottleneck.lab.engine.users.Users
import io.gatling.core.Predef._
import io.gatling.core.structure.{ChainBuilder, PopulationBuilder}
import io.gatling.http.Predef._
import java.net.URI

/** Addressee of users, its mark in their log, and what they repeat: requests of the load, and before and between. */
private final case class SharedTarget(mark: String, urls: Vector[URI], load: ChainBuilder, rounds: Rounds)

/** Users of several targets: those of each send while it is its turn. While nothing is recorded other users send,
  * silent for Gatling; recorded requests are in a group of the target's mark. What one iteration sends is counted as
  * one request, and must be short beside a turn.
  */
private final class SharedUsers(targets: Vector[SharedTarget], most: Int) extends Users {
  private val started = "bottleneck.started"
  @volatile private var isWarm = false

  /** From now on the silent users send what shows the demand of a request. */
  def warm(): Unit = isWarm = true

  def populations: List[PopulationBuilder] =
    for { n <- targets.indices.toList; silent <- List(true, false) } yield population(n, silent)

  private def population(n: Int, silent: Boolean): PopulationBuilder = {
    val target = targets(n)
    val plain = http.baseUrls(target.urls.map(_.toString).toList).disableCaching
    val requests =
      if (!silent) group(target.mark)(target.load)
      else if (target.rounds.differ) doIfOrElse(_ => isWarm)(target.rounds.calibration)(target.rounds.warmUp)
      else exec(target.rounds.calibration)
    population(if (silent) s"${target.mark}, warm-up" else target.mark, most, turn == n && isOpen != silent) {
      exec(_.set(started, System.nanoTime())).exec(requests).exec { session =>
        val sent = session(started).as[Long]
        if (session.isFailed) answers.fail(sent, "a failed request") else answers.succeed(sent)
        session
      }
    }.protocols(if (silent) plain.silentUri(".*") else plain)
  }
}
