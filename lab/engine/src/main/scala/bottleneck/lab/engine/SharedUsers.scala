package bottleneck.lab.engine

import bottleneck.lab.engine.users.Users
import io.gatling.core.Predef._
import io.gatling.core.structure.{ChainBuilder, PopulationBuilder}
import io.gatling.http.Predef._
import java.net.URI

/** Users of two targets: those of each send while it is its turn. While nothing is recorded other users send the same,
  * silent for Gatling; recorded requests are in a group of the target's mark. What one iteration sends is counted as
  * one request, and must be short beside a turn. Each service has its base URLs and requests, and its mark.
  */
private final class SharedUsers(services: Vector[((Vector[URI], ChainBuilder), String)], most: Int) extends Users {
  private val started = "bottleneck.started"

  def populations: List[PopulationBuilder] =
    for { n <- services.indices.toList; silent <- List(true, false) } yield population(n, silent)

  private def population(n: Int, silent: Boolean): PopulationBuilder = {
    val ((urls, requests), mark) = services(n)
    val plain = http.baseUrls(urls.map(_.toString).toList).disableCaching
    population(if (silent) s"$mark, warm-up" else mark, most, turn == n && isOpen != silent) {
      exec(_.set(started, System.nanoTime())).exec(if (silent) requests else group(mark)(requests)).exec { session =>
        val sent = session(started).as[Long]
        if (session.isFailed) answers.fail(sent, "a failed request") else answers.succeed(sent)
        session
      }
    }.protocols(if (silent) plain.silentUri(".*") else plain)
  }
}
