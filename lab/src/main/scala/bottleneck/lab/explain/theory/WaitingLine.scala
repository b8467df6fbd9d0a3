package bottleneck.lab.explain.theory

import scala.concurrent.duration._

/** Closed users of one instance who wait for one of its `servers` (threads), which holds a request for a time that is
  * even between `least` and `most`.
  */
final case class WaitingLine(users: Int, servers: Int, least: FiniteDuration, most: FiniteDuration) {
  require(users > 0 && servers > 0, s"users ($users) and servers ($servers) must be > 0")
  require(least < most, s"least ($least) must be < most ($most)")

  /** How long each waits where requests are served in order: those before it ÷ the throughput of all servers (Little's
    * law of the line alone; Lazowska et al., Quantitative System Performance, 1984, §3.2).
    */
  def waitInOrder: FiniteDuration = (least + most) / 2 * math.max(0, users - servers).toLong / servers.toLong

  /** How long the others wait where the part `atOnce` of all requests is served without a wait: the line is as long,
    * and moves on only with the rest of the throughput.
    */
  def waitBeside(atOnce: Double): FiniteDuration = {
    require(0 <= atOnce && atOnce < 1, s"atOnce ($atOnce) must be a share below 1")
    (waitInOrder.toMillis / (1 - atOnce)).millis
  }

  /** The longest wait, two standard deviations above the mean, and the longest service after it. */
  def slowest(atOnce: Double): FiniteDuration =
    waitBeside(atOnce) + (2 * spread.toMillis / (1 - atOnce)).millis + most

  /** The standard deviation of a wait in order: each server is a renewal process, and together they end k services in a
    * time that is nearly normal and varies by √k of a service's deviation ÷ servers (Cox, Renewal Theory, 1962, ch. 3).
    */
  private def spread: FiniteDuration = {
    val ofOne = (most - least).toMillis / math.sqrt(12)
    (ofOne * math.sqrt(math.max(0, users - servers).toDouble) / servers).millis
  }

  /** The part that is served at once, by the share of all requests that took less time than the wait in order: nobody
    * else can, and of those only who is held shorter. None without a line.
    */
  def atOnce(shareOfShorter: Double): Option[Double] =
    Some(heldShorterThan(waitInOrder))
      .filter(_ > 0)
      .map(part => math.min(shareOfShorter / part, WaitingLine.mostAtOnce))

  private def heldShorterThan(time: FiniteDuration): Double =
    math.max(0, math.min(1, (time - least).toMillis.toDouble / (most - least).toMillis))
}

object WaitingLine {

  /** Somebody is served in order, or nobody would wait. */
  private val mostAtOnce = 0.99
}
