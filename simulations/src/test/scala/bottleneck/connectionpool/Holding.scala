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

  /** Delay of each read. */
  def each: FiniteDuration = delay + besides

  /** Holding time of thread and connection, without its own work. */
  def time: FiniteDuration = each * Holding.queries

  /** True if a request waits, not only works. */
  def waits: Boolean = each > Duration.Zero

  /** Warm-up with few users, so that statements, part of the prediction, hardly queue for a core. Without a delay the
    * cores are the limit.
    */
  def warmUp: WarmUp =
    WarmUp(users = 2, if (waits) WarmUp.TimeSteady(time) else WarmUp.CoresSteady)

  def requests: ChainBuilder = Holding.request(each)

  /** The same statements without the delay. */
  def calibration: ChainBuilder = Holding.request(Duration.Zero)
}

private[connectionpool] object Holding {

  /** Queries per request, implied by the sources: throughput is at most pool ÷ (2 × delay). */
  val queries = 2

  private def request(each: FiniteDuration): ChainBuilder =
    exec(http("GET /hold").get(s"/hold?millis=${each.toMillis}&queries=$queries").check(AnswerCheck.checks: _*))
}
