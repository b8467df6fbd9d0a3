package bottleneck.lab.explain.stats

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
  private[stats] def histogram(): Histogram = new Histogram(5)

  /** As exact, in some kB where it takes 2 MB, but several times slower: for what there may be many of. */
  private[stats] def compactHistogram(): Histogram = new PackedHistogram(5)

  /** Nothing where nothing was recorded. */
  def of(histogram: AbstractHistogram): Option[Latency] = Option.when(histogram.getTotalCount > 0) {
    def percentile(p: Double): Long = histogram.getValueAtPercentile(p)
    Latency(
      histogram.getMinValue,
      histogram.getMean,
      percentile(50),
      percentile(75),
      percentile(95),
      percentile(99),
      percentile(99.9),
      histogram.getMaxValue
    )
  }
}
