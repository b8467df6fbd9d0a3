package bottleneck.lab.figures.statistics

import java.util.concurrent.ConcurrentHashMap
import org.hipparchus.distribution.continuous.TDistribution
import org.hipparchus.stat.StatUtils
import scala.concurrent.duration._

/** A mean and where the true one lies with this `confidence`, of `n` independent values, in their unit. */
final case class Interval(mean: Double, low: Double, high: Double, n: Int, confidence: Double) {

  def halfWidth: Double = (high - low) / 2

  def contains(value: Double): Boolean = low <= value && value <= high
}

object Interval {

  /** Student's t-interval over repeats; none for a single value, which says nothing of the spread. */
  def of(values: Vector[Double], confidence: Double = 0.95): Option[Interval] = Option.when(values.size > 1) {
    val sample = values.toArray
    around(StatUtils.mean(sample: _*), math.sqrt(StatUtils.variance(sample: _*) / values.size), values.size, confidence)
  }

  def around(mean: Double, standardError: Double, n: Int, confidence: Double): Interval = {
    val half = t(n - 1.0, confidence) * standardError
    Interval(mean, mean - half, mean + half, n, confidence)
  }

  /** Quantile of Student's t: half-width of a two-sided interval in standard errors. */
  def t(degreesOfFreedom: Double, confidence: Double): Double = {
    require(0 < confidence && confidence < 1, s"confidence ($confidence) must be between 0 and 1")
    quantiles.computeIfAbsent(
      (degreesOfFreedom, confidence),
      _ => new TDistribution(degreesOfFreedom).inverseCumulativeProbability((1 + confidence) / 2)
    )
  }

  /** Those already computed: a run has hundreds of intervals of the same few. */
  private val quantiles = new ConcurrentHashMap[(Double, Double), Double]
}

/** Difference of the means of two samples of different spread (Welch 1947, Biometrika 34). */
object Welch {

  /** Half-width of its two-sided interval; each sample has two values or more. */
  def halfWidth(a: Vector[Double], b: Vector[Double], confidence: Double = 0.95): Double = {
    val (first, second) = (squaredError(a), squaredError(b))
    val both = first + second
    if (both == 0) 0
    else {
      val degrees = both * both / (first * first / (a.size - 1) + second * second / (b.size - 1))
      Interval.t(degrees, confidence) * math.sqrt(both)
    }
  }

  private def squaredError(values: Vector[Double]): Double = {
    require(values.size > 1, s"a spread needs two values or more, not ${values.size}")
    StatUtils.variance(values: _*) / values.size
  }
}

/** The part of a run that is judged: what ends in `[fromMs, toMs)`, in milliseconds since the run record's start. */
final case class Window(fromMs: Int, toMs: Int) {
  require(0 <= fromMs && fromMs < toMs, s"window [$fromMs, $toMs) must not be empty or begin before 0")

  def length: FiniteDuration = (toMs - fromMs).millis

  def seconds: Double = length.toMillis / 1000.0

  def contains(ms: Int): Boolean = fromMs <= ms && ms < toMs
}
