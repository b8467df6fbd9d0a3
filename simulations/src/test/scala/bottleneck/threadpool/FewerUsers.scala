package bottleneck.threadpool

import bottleneck.lab.explain.theory.WaitingLine
import bottleneck.latency.Sleeping
import scala.collection.concurrent.TrieMap
import scala.concurrent.duration._

/** By how much the slowest of a tenth of the users, on a tenth of the threads, is slower than that of all: their mean
  * is the same by Little's law, and fewer stray otherwise.
  */
private[threadpool] final class FewerUsers(all: Sleeping) {
  private val tenth = all.copy(threads = all.threads / 10, users = all.users / 10)

  /** By the part that is served at once, in percent: each takes many simulations. */
  private val known = TrieMap.empty[Long, Double]

  /** The theoretical factor where a part of the requests is served at once while others wait, 0 to 1. */
  def factor(atOnce: Double): Double = {
    val percent = (100 * atOnce).round
    known.getOrElseUpdate(percent, slowest(tenth.line, percent) / slowest(all.line, percent))
  }

  private def slowest(line: WaitingLine, percent: Long): Double =
    line.slowest(percent / 100.0, FewerUsers.window).toMillis.toDouble
}

private object FewerUsers {
  private val window = 30.seconds
}
