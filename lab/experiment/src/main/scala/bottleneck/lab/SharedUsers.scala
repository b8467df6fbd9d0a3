package bottleneck.lab

import bottleneck.lab.run.turns.TurnUsers
import io.gatling.core.Predef._
import io.gatling.core.structure.{ChainBuilder, PopulationBuilder}
import io.gatling.http.Predef._
import java.net.URI
import scala.concurrent.duration._

/** Users of two targets: those of each send while it is its turn. While nothing is recorded other users send the same,
  * silent for Gatling; recorded requests are in a group of the target's mark. What one iteration sends is counted as
  * one request, and must be short beside a turn. Each service has its base URLs and requests, and its mark.
  */
private final class SharedUsers(services: Vector[((Vector[URI], ChainBuilder), String)], most: Int) extends TurnUsers {
  private val started = "bottleneck.started"

  /** Short beside a turn. */
  private val look = 20.millis

  def populations: List[PopulationBuilder] =
    for { n <- services.indices.toList; silent <- List(true, false) } yield population(n, silent)

  private def population(n: Int, silent: Boolean): PopulationBuilder = {
    val ((urls, requests), mark) = services(n)
    val plain = http.baseUrls(urls.map(_.toString).toList).disableCaching
    def isTurn: Boolean = turn == n && isOpen != silent && level > 0
    scenario(if (silent) s"$mark, warm-up" else mark)
      .asLongAs(_ => !over)(
        doIfOrElse(_ => isTurn)(
          exec(begin(_)).exec(if (silent) requests else group(mark)(requests)).exec(answered(_))
        )(pause(look))
      )
      .inject(atOnceUsers(most))
      .protocols(if (silent) plain.silentUri(".*") else plain)
  }

  private def begin(session: Session): Session = {
    active.incrementAndGet()
    session.markAsSucceeded.set(started, System.nanoTime())
  }

  private def answered(session: Session): Session = {
    active.decrementAndGet()
    val sent = session(started).as[Long]
    if (session.isFailed) answers.get.fail(sent, "a failed request") else answers.get.succeed(sent)
    session
  }
}
