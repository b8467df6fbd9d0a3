package bottleneck.lab.explain.history

import bottleneck.lab.explain.statistics.StudentTest

/** A change that a night raised the suspicion of, and what the runs since say.
  *
  * @param raised
  *   the night that raised it
  * @param at
  *   where the new level begins, as a place in the series
  * @param ratio
  *   new level ÷ old one, by the last night that shows it
  * @param baseline
  *   values before the change, as known when it was raised
  * @param fresh
  *   values of runs that did not raise it: repeats of that night, and all runs since
  * @param confirmed
  *   the first night whose runs confirm it
  */
final case class Suspicion(
    raised: Int,
    at: Int,
    ratio: Double,
    baseline: Vector[Double],
    fresh: Vector[Double],
    confirmed: Option[Int] = None
) {
  def rises: Boolean = ratio > 1

  private[history] def withRuns(night: Int, values: Vector[Double]): Suspicion = {
    val more = copy(fresh = fresh ++ values)
    if (confirmed.isEmpty && more.isShown) more.copy(confirmed = Some(night)) else more
  }

  /** Whether the fresh values alone lie beyond the baseline, to the side of the change. */
  private def isShown: Boolean = {
    val sign = if (rises) 1.0 else -1.0
    def logarithms(of: Vector[Double]): Vector[Double] = of.map(value => sign * math.log(value))
    StudentTest.of(logarithms(baseline), logarithms(fresh)).exists { test =>
      test.pValueAbove <= Suspicion.significance && test.difference >= math.log(1 + Look.leastEffect)
    }
  }
}

object Suspicion {

  /** One-sided, of each night's look at the fresh values, of which there are some. */
  val significance: Double = 0.0005
}
