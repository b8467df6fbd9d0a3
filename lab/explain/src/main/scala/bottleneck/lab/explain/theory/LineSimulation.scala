package bottleneck.lab.explain.theory

import java.util.{PriorityQueue, SplittableRandom}
import scala.collection.mutable
import scala.concurrent.duration._

/** The line of one instance, event by event (discrete-event simulation; Law, Simulation Modeling and Analysis, 2015,
  * §1.3). Whoever is answered sends the next request; with probability `atOnce` the same server goes on with that, else
  * with the one that has waited longest.
  */
private[theory] final class LineSimulation(line: WaitingLine, atOnce: Double, random: SplittableRandom) {
  import LineSimulation._

  /** All have waited in the line several times before the window begins, so how they came does not matter. */
  private val settled = (line.waitBeside(atOnce) * rounds + line.most).toMillis.toDouble

  /** The longest response time of those that end within the window. */
  def slowest(window: FiniteDuration): FiniteDuration = {
    val held = new PriorityQueue[Held](line.servers)
    (0 until math.min(line.users, line.servers)).foreach(_ => held.add(start(sent = 0, now = 0)))
    val waiting = mutable.Queue.fill(math.max(0, line.users - line.servers))(0d)
    var longest = 0d
    var next = held.poll()
    while (next.end < settled + window.toMillis) {
      val now = next.end
      if (now >= settled) longest = math.max(longest, now - next.sent)
      waiting.enqueue(now)
      val sent = if (random.nextDouble() < atOnce) waiting.removeLast() else waiting.dequeue()
      held.add(start(sent, now))
      next = held.poll()
    }
    math.round(longest).millis
  }

  private def start(sent: Double, now: Double): Held =
    Held(now + line.least.toMillis + random.nextDouble() * (line.most - line.least).toMillis, sent)
}

private object LineSimulation {
  private val rounds = 3L

  /** A request that a server holds: in ms, until when, and when it was sent. */
  private final case class Held(end: Double, sent: Double) extends Comparable[Held] {
    override def compareTo(other: Held): Int = java.lang.Double.compare(end, other.end)
  }
}
