package bottleneck.threadpool

import bottleneck.ServiceProperties
import bottleneck.lab.target.{Target, WarmUp}
import io.gatling.core.Predef._
import io.gatling.core.structure.ChainBuilder
import io.gatling.http.Predef._
import scala.concurrent.duration._

/** A request that does nothing but add numbers (source `tomcat`, `GET /cal`).
  *
  * @param time
  *   of CPU that it takes alone
  * @param full
  *   the same at full scale
  */
private[threadpool] final case class Computing(time: FiniteDuration, full: FiniteDuration = Computing.published)

private[threadpool] object Computing {

  /** Published service time of one request alone. */
  val published: FiniteDuration = 2800.millis

  /** A fourteenth of that. */
  val quick: Computing = Computing(200.millis)

  /** Two at a time, one for each of 2 cores. */
  val warmUp: WarmUp = WarmUp(users = 2)

  /** The same with no more users than there may be connections. */
  def warmUp(target: Target): WarmUp =
    warmUp.copy(atMost =
      target.properties.get(ServiceProperties.maxConnections).fold(warmUp.atMost)(n => math.min(n.toInt, warmUp.atMost))
    )

  val property = "workload.addition-time"

  def text(time: FiniteDuration): String = s"${time.toMillis}ms"

  /** One request with the timeout `patience`, of the endpoint /cal. */
  def request(patience: FiniteDuration): ChainBuilder =
    exec(http("GET /cal").get("/cal").requestTimeout(patience))

  /** The source's loop to the letter, which sums in a boxed `Long`. */
  def boxed(patience: FiniteDuration, additions: Long): ChainBuilder =
    exec(http("GET /cal/boxed").get(s"/cal/boxed?additions=$additions").requestTimeout(patience))
}
