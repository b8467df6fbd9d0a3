package bottleneck.lab.explain.theory

import scala.concurrent.duration._

/** The queue before a pool that is always empty: `contenders` (threads or users, whichever are fewer) want one of its
  * `connections` all the time and hold it for `holding`.
  */
final case class PoolQueue(contenders: Int, connections: Int, holding: FiniteDuration) {
  require(contenders > 0 && connections > 0, s"contenders ($contenders) and connections ($connections) must be > 0")
  require(holding > Duration.Zero, s"holding ($holding) must be > 0")

  def waiting: Int = math.max(0, contenders - connections)

  /** waiting × holding ÷ connections (Little 1961), whatever the order. */
  def meanWait: FiniteDuration = (waiting * holding.toUnit(SECONDS) / connections).seconds

  /** True if the last in line waits longer than `timeout` in first-come, first-served order. */
  def refusesInOrder(timeout: FiniteDuration): Boolean = meanWait > timeout

  /** The part that waits longer than `timeout` where each connection goes to any who waits: a turn misses one of w
    * waiting with 1 − 1/w, and there are w × timeout ÷ mean wait turns, so nearly e^(−timeout ÷ mean wait).
    */
  def refusedAtRandom(timeout: FiniteDuration): Double =
    if (waiting == 0) 0 else math.pow(1 - 1.0 / waiting, waiting * (timeout / meanWait))
}

object PoolQueue {

  /** The fewest connections that refuse nobody in order of arrival. */
  def fewestInOrder(contenders: Int, holding: FiniteDuration, timeout: FiniteDuration): Int =
    fewest(contenders, holding)(!_.refusesInOrder(timeout))

  /** The fewest that refuse less than one of so many `requests` in random order. */
  def fewestAtRandom(contenders: Int, holding: FiniteDuration, timeout: FiniteDuration, requests: Double): Int =
    fewest(contenders, holding)(_.refusedAtRandom(timeout) * requests < 1)

  private def fewest(contenders: Int, holding: FiniteDuration)(suffices: PoolQueue => Boolean): Int =
    (1 to contenders).find(size => suffices(PoolQueue(contenders, size, holding))).getOrElse(contenders)
}
