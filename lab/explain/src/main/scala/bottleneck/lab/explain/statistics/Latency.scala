package bottleneck.lab.explain.statistics

import org.HdrHistogram.{AbstractHistogram, Histogram, PackedHistogram}

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

  /** As exact, in some kB where it takes 2 MB, but several times slower: for what there may be many of. */
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
