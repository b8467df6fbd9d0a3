package bottleneck.connectionpool

import bottleneck.lab.target.WarmUp
import io.gatling.core.Predef._
import io.gatling.core.structure.ChainBuilder
import io.gatling.http.Predef._
import scala.concurrent.duration._

/** A request that holds one connection through two reads, each delayed in the database and followed by some quick ones
  * (sources `hikari`).
  *
  * @param delay
  *   of each read, as the source says it
  * @param besides
  *   what the source's request does for each read while it holds the connection, and this one waits for too
  */
private[connectionpool] final case class Holding(delay: FiniteDuration, besides: FiniteDuration = Duration.Zero) {

  /** How long each read is delayed. */
  def each: FiniteDuration = delay + besides

  /** How long a request holds a thread and a connection, but for its own work. */
  def time: FiniteDuration = each * Holding.queries

  /** Else it takes what its own work takes. */
  def waits: Boolean = each > Duration.Zero

  /** With so few users that statements, whose time becomes part of a prediction, hardly wait for a core. Where nothing
    * is waited for the cores are what limits.
    */
  def warmUp: WarmUp =
    WarmUp(users = 2, if (waits) WarmUp.TimeSteady(time) else WarmUp.CoresSteady)

  def requests: ChainBuilder = Holding.request(each)

  /** The same statements without the wait. */
  def calibration: ChainBuilder = Holding.request(Duration.Zero)
}

private[connectionpool] object Holding {

  /** By what the sources imply: throughput is pool ÷ (2 × delay), or a little less. */
  val queries = 2

  private def request(each: FiniteDuration): ChainBuilder =
    exec(http("GET /hold").get(s"/hold?millis=${each.toMillis}&queries=$queries").check(AnswerCheck.checks: _*))
}
