package bottleneck.lab.explain.statistics

import org.HdrHistogram.{AbstractHistogram, Histogram, PackedHistogram}
import scala.collection.mutable
import scala.collection.mutable.ArrayBuffer

/** Response times in milliseconds; percentiles by nearest rank. */
final case class Latency(
    min: Long,
    mean: Double,
    p50: Long,
    p75: Long,
    p95: Long,
    p99: Long,
    p999: Long,
    max: Long
)

object Latency {

  /** Five digits: every millisecond up to 262 s is counted by itself, so that percentiles are exact. */
  private[statistics] def histogram(): Histogram = new Histogram(5)

  /** Histogram as exact as the other, in some kB instead of 2 MB, but several times slower: for use in large numbers.
    */
  private[statistics] def compactHistogram(): Histogram = new PackedHistogram(5)

  /** Ranks of p50, p75, p95, p99 and p999, in thousandths. */
  private val ranks = Vector(500, 750, 950, 990, 999)

  /** Nothing where nothing was recorded. It reads the histogram once: a compact one is slow to read. */
  def of(histogram: AbstractHistogram): Option[Latency] = {
    val total = histogram.getTotalCount
    Option.when(total > 0) {
      val values = Vector.newBuilder[Long]
      var rest = ranks.map(thousandths => (total * thousandths + 999) / 1000)
      var (counted, sum) = (0L, 0.0)
      histogram.recordedValues.forEach { value =>
        counted += value.getCountAddedInThisIterationStep
        sum += histogram.medianEquivalentValue(value.getValueIteratedTo).toDouble *
          value.getCountAddedInThisIterationStep
        while (rest.headOption.exists(_ <= counted)) {
          values += value.getValueIteratedTo
          rest = rest.tail
        }
      }
      val Vector(p50, p75, p95, p99, p999) = values.result(): @unchecked
      Latency(histogram.getMinValue, sum / total, p50, p75, p95, p99, p999, histogram.getMaxValue)
    }
  }
}

/** Counts of an event in each millisecond of a run. It keeps 1000 bytes for each second with an event, and an entry for
  * each millisecond of more than 255.
  */
private[statistics] final class MillisCounts {
  import MillisCounts._

  /** Lowest eight bits of the count of each millisecond. */
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

  /** Times of the events of these ranks, in ms; `ranks` rise, from 1 to `total`. */
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
