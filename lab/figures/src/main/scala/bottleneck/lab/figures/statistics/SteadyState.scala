package bottleneck.lab.figures.statistics

/** Relative drift over a window, −0.2 where the measure falls by a fifth, with its 90 % confidence interval. */
final case class SteadyState(drift: Double, low: Double, high: Double) {
  import SteadyState._

  /** Steady is what is shown to be steady. A drift must be large, and its whole interval well to one side of 0. */
  def answer: Finding =
    if (-margin <= low && high <= margin) Finding.Steady
    else if (math.abs(drift) > margin && (low > sure || high < -sure)) Finding.Drifts
    else Finding.CannotTell
}

/** Test for a steady window: an equivalence test (Schuirmann 1987, J. Pharmacokinetics and Biopharmaceutics 15), since
  * a window too short for its noise shows no trend either.
  *
  * It takes the means of ten batches, because neighbouring seconds are correlated and batches hardly are, and the
  * median of their slopes with Sen's interval (see [[Trend]]), because a stall is no trend. Least squares would need a
  * window shorter by an eighth, but a stall sways it. Simulated were windows of 60 s with 3 % noise (AR(1), correlation
  * 0.3) and a stall of 3 s at any second, 5000 for each: least squares calls none steady and up to 86 % drifting. This
  * calls 45 to 97 % steady and at most 0.1 % drifting where the stall is in one batch, up to 3 % where it is in two.
  *
  * Of 20,000 windows with 12 % noise it calls without a drift 0.5 % steady and 4 % drifting at 18 s, 16 and 1.4 % at 60
  * s, and all steady at [[seconds]]; with a drift of 20 % it calls 38 % drifting at 18 s and 77 % at 60 s, and 0.1 %
  * steady; with one of 40 % it calls 91 and 100 % drifting.
  *
  * Where seconds have the correlation 0.5 (AR(1)), batches of 2 s keep some: at 18 s it calls 13 % of what is steady
  * drifting, at 120 s 2.4 %. It calls no more steady that is not: 0 % with a drift of 40 %, up to 0.2 % with 20 %. What
  * lasts less than a tenth of the window, or happens in one batch only, it does not see: that is for [[Stalls]].
  */
object SteadyState {
  sealed trait Finding

  object Finding {
    case object Steady extends Finding
    case object Drifts extends Finding
    case object CannotTell extends Finding
  }

  /** The largest drift over a window that is steady. */
  val margin: Double = 0.1

  /** The whole interval of a drift must lie beyond this. Were it enough that it excludes 0, 11 % of the windows of 18 s
    * with 12 % noise and no drift would be called drifting, instead of 4 %.
    */
  private val sure = margin / 2

  /** Relative standard deviation of a batch's mean at which a drift of 5 % is called steady in 90 of 100 windows:
    * simulated 0.01327, with 20,000 windows for each of 18 values, and rounded to the safe side.
    */
  private val mostOfBatch = 0.013

  /** Drift of a throughput: completions in each second of a window of [[BatchMeans.batches]] or more. */
  def of(perSecond: Vector[Double]): SteadyState = ofBatches(perSecond.size, BatchMeans.of(perSecond).map(_.mean))

  /** Drift of a measure with one value for each of [[BatchMeans.ranges]]. */
  def ofBatches(seconds: Int, means: Vector[Double]): SteadyState = {
    val trend = Trend.of(BatchMeans.centres(seconds).zip(means))
    val mean = means.sum / means.size
    def relative(change: Double): Double = if (change == 0) 0 else change / mean
    SteadyState(relative(trend.slope), relative(trend.low), relative(trend.high))
  }

  /** Whole seconds of the window that this [[noise]] asks for: a drift of 5 % is then called steady in 90 of 100. */
  def seconds(noise: Double): Int = {
    require(noise >= 0, s"noise ($noise) must be >= 0")
    math.max(BatchMeans.batches.toDouble, math.ceil(BatchMeans.batches * math.pow(noise / mostOfBatch, 2))).toInt
  }

  /** Relative standard deviation that independent seconds would have whose batches differ as these do from their trend;
    * of ten batches it is known to a quarter.
    */
  def noise(perSecond: Vector[Double]): Double = {
    val batches = BatchMeans.of(perSecond)
    val centres = BatchMeans.centres(perSecond.size)
    val slope = Trend.of(centres.zip(batches.map(_.mean))).slope
    val mean = perSecond.sum / perSecond.size
    val squares = batches.zip(centres).map { case (batch, centre) =>
      batch.seconds * math.pow(batch.mean - mean - slope * (centre - 0.5), 2)
    }
    val deviation = math.sqrt(squares.sum / (batches.size - 2))
    if (deviation == 0) 0 else deviation / mean
  }
}

/** The slope of points over x by statistics that outliers do not sway, and its interval. */
final case class Trend(slope: Double, low: Double, high: Double)

object Trend {

  /** Number of the 45 slopes between ten points that lie below the interval, and also above it. */
  private val outside = 13

  /** The median of the slopes of all pairs, and the interval that holds the true one 89.2 times of 100 (Sen 1968, J.
    * American Statistical Association 63): P(S ≥ 19) = 0.054 on either side (Kendall, Rank Correlation Methods, 1975,
    * table 1). It assumes independent values: ten (x, y) in the order of their x, no two of which are equal.
    */
  def of(points: Vector[(Double, Double)]): Trend = {
    require(points.size == BatchMeans.batches, s"a trend needs ${BatchMeans.batches} points, not ${points.size}")
    val slopes = (for {
      (from, n) <- points.zipWithIndex
      to <- points.drop(n + 1)
    } yield (to._2 - from._2) / (to._1 - from._1)).sorted
    Trend(slopes(slopes.size / 2), slopes(outside), slopes(slopes.size - 1 - outside))
  }
}

/** One run's own interval, by the means of ten stretches of a series of seconds. Neighbouring seconds are correlated,
  * so they would make an interval too narrow; the means of long stretches hardly are (non-overlapping batch means: Law,
  * Simulation Modeling and Analysis, 5th ed. 2015, §9.5.3).
  */
object BatchMeans {

  /** Few and long rather than many and short: what is left of the correlation costs more than degrees of freedom. */
  val batches: Int = 10

  /** Confidence interval of a throughput, from completions in each second. Meaningless if there is a trend. */
  def interval(perSecond: Vector[Double], confidence: Double = 0.95): Interval = {
    val mean = perSecond.sum / perSecond.size
    // Lengths differ by a second at most. A batch weighs as much as it is long, its mean being that much surer.
    val deviations = of(perSecond).map(batch => batch.seconds * math.pow(batch.mean - mean, 2))
    val variance = deviations.sum / (batches - 1)
    Interval.around(mean, math.sqrt(variance / perSecond.size), batches, confidence)
  }

  final case class Batch(seconds: Int, mean: Double)

  def of(perSecond: Vector[Double]): Vector[Batch] = {
    require(perSecond.size >= batches, s"a series of ${perSecond.size} seconds must have at least $batches")
    require(perSecond.forall(value => !value.isNaN && !value.isInfinite), "a series must have finite values only")
    ranges(perSecond.size).map { range =>
      val batch = perSecond.slice(range.start, range.end)
      Batch(batch.size, batch.sum / batch.size)
    }
  }

  /** The seconds of each batch of a window, whose first is 0. */
  def ranges(seconds: Int): Vector[Range] =
    Vector.tabulate(batches)(i => i * seconds / batches until (i + 1) * seconds / batches)

  /** The middle of each batch, as a part of the window. */
  def centres(seconds: Int): Vector[Double] =
    ranges(seconds).map(range => (range.start + range.end) / 2.0 / seconds)
}
