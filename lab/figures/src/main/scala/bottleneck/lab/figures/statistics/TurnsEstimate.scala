package bottleneck.lab.figures.statistics

import org.hipparchus.distribution.continuous.NormalDistribution
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
  private val resamples = 2000

  /** Bounds of the last look in standard errors, for 1, 2, 3 … looks, such that 5 % of runs miss at any of them, and
    * for any number of looks (O'Brien and Fleming, Biometrics 35, 1979; Jennison and Turnbull, Group Sequential
    * Methods, table 2.3).
    */
  private val lastBounds = Vector(1.96, 1.977, 2.004, 2.024, 2.04, 2.053, 2.063, 2.072, 2.08, 2.087)
  private val boundOfAny = 2.2414

  /** The same where each look has the same bound (Pocock, Biometrika 64, 1977; Jennison and Turnbull, table 2.1). */
  private val equalBounds = Vector(1.96, 2.178, 2.289, 2.361, 2.413, 2.453, 2.485, 2.512, 2.535, 2.555)

  /** What is nearer to 1 has no quantile. */
  private val surest = 1 - 1e-9

  /** Confidence of an interval at a look after this `part` of the longest time, so that whichever of the looks ends the
    * run, its interval misses in at most 5 % of runs. Where a run is to decide at its end an early interval is wider,
    * and the last hardly so; where it is to end as soon as its interval is narrow, all are as sure, of at most ten.
    */
  def confidence(looks: Int, part: Double, untilNarrow: Boolean = false): Double = {
    def last = lastBounds.lift(looks - 1).getOrElse(boundOfAny) / math.sqrt(part.max(1.0 / looks).min(1))
    val bound = if (untilNarrow) equalBounds(looks - 1) else last
    math.min(surest, 2 * new NormalDistribution().cumulativeProbability(bound) - 1)
  }

  /** None of fewer than three pairs.
    *
    * @param part
    *   of the longest time, in which the ratios were seen
    */
  def of(
      ratios: Vector[Double],
      looks: Int,
      part: Double = 1,
      untilNarrow: Boolean = false
  ): Option[TurnsRatio] = {
    val (logs, joined) = independent(ratios.map(math.log), 1)
    val sure = confidence(looks, part, untilNarrow)
    Interval.of(logs, sure).filter(_ => logs.size > 2).map { interval =>
      val (low, high) = bootstrap(logs, sure)
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
