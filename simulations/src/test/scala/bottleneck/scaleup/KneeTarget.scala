package bottleneck.scaleup

import bottleneck.lab.target.{Cache, Target}
import io.gatling.core.Predef._
import io.gatling.core.structure.ChainBuilder
import io.gatling.http.Predef._
import scala.concurrent.duration._

/** What is scaled up: all authors from Redis, on a part of the machine's cores. */
private[scaleup] object KneeTarget {

  /** Longer than a run: what is read anew when it has expired is another experiment. */
  private val expiry = 1.hour

  /** A service that may use so many cores. */
  def of(cores: Double): Target = FindAllCell(cores, Some(Cache.Redis(expiry))).target

  /** One request, whose answer is waited for as long as `patience`. */
  def request(patience: FiniteDuration): ChainBuilder =
    exec(http("GET /authors").get("/authors").requestTimeout(patience))
}
