package bottleneck.lab.explain.theory

import java.util.SplittableRandom
import scala.concurrent.duration._

/** Closed users of each of `instances`, who wait there for one of its `servers` (threads), which holds a request for a
  * time that is even between `least` and `most`.
  */
final case class WaitingLine(
    users: Int,
    servers: Int,
    least: FiniteDuration,
    most: FiniteDuration,
    instances: Int = 1
) {
  require(
    users > 0 && servers > 0 && instances > 0,
    s"users ($users), servers ($servers) and instances ($instances) must be > 0"
  )
  require(
    0 <= least.toMillis && least.toMillis < most.toMillis,
    s"least ($least) must be >= 0 and at least a millisecond < most ($most)"
  )

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

  /** What the slowest response within a window takes: the mean of [[WaitingLine.simulations]], which are the same at
    * each call. The slowest of many that depend on one another has no formula.
    */
  def slowest(atOnce: Double, window: FiniteDuration): FiniteDuration = {
    val random = new SplittableRandom(WaitingLine.seed)
    val each = Vector.fill(WaitingLine.simulations)(
      Vector.fill(instances)(new LineSimulation(this, atOnce, random.split()).slowest(window)).max
    )
    each.reduce(_ + _) / each.size.toLong
  }

  /** What hardly anybody who waits can take less time than: the wait in order, and no more than the longest service. */
  def shortest: FiniteDuration = waitInOrder.min(most)

  /** The part that is served at once, by the share of all requests that took less than [[shortest]]: of those at once
    * that are who is held shorter. None without a line.
    */
  def atOnce(shareOfShorter: Double): Option[Double] =
    Some(heldShorterThan(shortest))
      .filter(_ > 0)
      .map(part => math.min(shareOfShorter / part, WaitingLine.mostAtOnce))

  private def heldShorterThan(time: FiniteDuration): Double =
    math.max(0, math.min(1, (time - least).toMillis.toDouble / (most - least).toMillis))
}

object WaitingLine {

  /** How many the slowest response by theory is the mean of. */
  val simulations = 20
  private val seed = 1L

  /** Somebody is served in order, or nobody would wait. */
  private val mostAtOnce = 0.99
}
