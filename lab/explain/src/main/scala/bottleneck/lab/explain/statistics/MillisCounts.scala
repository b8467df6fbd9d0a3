package bottleneck.lab.explain.statistics

import scala.collection.mutable
import scala.collection.mutable.ArrayBuffer

/** How often something happened in each millisecond of a run. It keeps 1000 bytes for each second in which it did, and
  * an entry for each millisecond of more than 255 times.
  */
private[statistics] final class MillisCounts {
  import MillisCounts._

  /** Of each millisecond the lowest eight bits of its count. */
  private val seconds = ArrayBuffer.empty[Array[Byte]]

  /** The other bits. */
  private val higher = mutable.Map.empty[Int, Int].withDefaultValue(0)
  private var all = 0L

  def add(ms: Int): Unit = {
    val second = ms / millis
    while (seconds.size <= second) seconds += nothing
    if (seconds(second).isEmpty) seconds(second) = new Array[Byte](millis)
    val counts = seconds(second)
    val at = ms % millis
    counts(at) = (counts(at) + 1).toByte
    if (counts(at) == 0) higher(ms) += 1
    all += 1
  }

  def total: Long = all

  /** Gives every millisecond in which something happened, in their order, and how often. */
  def foreach(each: (Int, Int) => Unit): Unit =
    for { second <- seconds.indices; at <- seconds(second).indices } {
      val ms = second * millis + at
      val count = (seconds(second)(at) & 0xff) | (if (higher.isEmpty) 0 else higher(ms) << 8)
      if (count > 0) each(ms, count)
    }

  /** When it happened for the n-th time, for each of these n: rising, from 1 to `total`. */
  def atRanks(ranks: Vector[Long]): Vector[Int] = {
    val found = Vector.newBuilder[Int]
    var rest = ranks
    var sofar = 0L
    foreach { (ms, count) =>
      sofar += count
      val (reached, later) = rest.span(_ <= sofar)
      reached.foreach(_ => found += ms)
      rest = later
    }
    found.result()
  }
}

private object MillisCounts {
  private val millis = 1000
  private val nothing = Array.emptyByteArray
}
