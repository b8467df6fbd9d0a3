package bottleneck.lab.figures.statistics

import org.hipparchus.stat.correlation.PearsonsCorrelation
import scala.annotation.tailrec
import scala.util.Random

/** How many times as much the new service does or takes, from `n` independent values of `joined` pairs each. */
final case class TurnsRatio(value: Double, low: Double, high: Double, n: Int, joined: Int) {

  /** Part of the value on either side. */
  def halfWidth: Double = math.sqrt(high / low) - 1
}

/** Ratio from pairs: the mean of their logarithms, with Student's t-interval or, where that is wider, a bootstrap's. */
object TurnsEstimate {
  private val overall = 0.05
  private val resamples = 2000

  /** Of several looks at growing data each has its part of the error of all (Bonferroni), so that whichever look ends
    * the run, its interval misses in at most 5 % of runs.
    */
  def confidence(looks: Int): Double = 1 - overall / looks

  /** None of fewer than three pairs. */
  def of(ratios: Vector[Double], looks: Int): Option[TurnsRatio] = {
    val (logs, joined) = independent(ratios.map(math.log), 1)
    Interval.of(logs, confidence(looks)).filter(_ => logs.size > 2).map { interval =>
      val (low, high) = bootstrap(logs, confidence(looks))
      TurnsRatio(
        math.exp(interval.mean),
        math.exp(math.min(interval.low, low)),
        math.exp(math.max(interval.high, high)),
        logs.size,
        joined
      )
    }
  }

  /** Between rounds, each with the ratios of its pairs: it contains what a start of the services does. */
  def between(rounds: Vector[Vector[Double]]): Option[TurnsRatio] = {
    val means = rounds.filter(_.nonEmpty).map(ratios => ratios.map(math.log).sum / ratios.size)
    Interval.of(means).map { of =>
      TurnsRatio(math.exp(of.mean), math.exp(of.low), math.exp(of.high), means.size, joined = 1)
    }
  }

  /** Neighbours are joined until their correlation is within its standard error. */
  @tailrec private def independent(logs: Vector[Double], joined: Int): (Vector[Double], Int) =
    if (logs.size < 12 || !(correlation(logs) > 1 / math.sqrt(logs.size))) logs -> joined
    else independent(logs.grouped(2).filter(_.size == 2).map(_.sum / 2).toVector, joined * 2)

  /** Of each value with the next. */
  private def correlation(logs: Vector[Double]): Double =
    new PearsonsCorrelation().correlation(logs.init.toArray, logs.tail.toArray)

  private def bootstrap(logs: Vector[Double], confidence: Double): (Double, Double) = {
    val random = new Random(logs.size)
    val means = Vector.fill(resamples)(Vector.fill(logs.size)(logs(random.nextInt(logs.size))).sum / logs.size).sorted
    val out = ((1 - confidence) / 2 * resamples).toInt
    means(out) -> means(resamples - 1 - out)
  }
}
