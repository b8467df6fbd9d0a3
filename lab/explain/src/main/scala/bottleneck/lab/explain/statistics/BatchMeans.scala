package bottleneck.lab.explain.statistics

/** One run's own interval: the mean of a series that has one value a second, judged by the means of ten stretches of
  * it.
  *
  * Neighbouring seconds are correlated, so they would make an interval too narrow; the means of long stretches hardly
  * are (non-overlapping batch means: Law, Simulation Modeling and Analysis, 5th ed. 2015, §9.5.3).
  */
object BatchMeans {

  /** Few and long rather than many and short: what is left of the correlation costs more than degrees of freedom. */
  val batches: Int = 10

  /** Of a throughput: `perSecond` counts what ended in each second of the window. In a trend it means nothing. */
  def interval(perSecond: Vector[Double], confidence: Double = 0.95): Interval = {
    val mean = perSecond.sum / perSecond.size
    // Lengths differ by a second at most. A batch weighs as much as it is long, its mean being that much surer.
    val deviations = of(perSecond).map(batch => batch.seconds * math.pow(batch.mean - mean, 2))
    val variance = deviations.sum / (batches - 1)
    Interval.around(mean, math.sqrt(variance / perSecond.size), batches, confidence)
  }

  private[statistics] final case class Batch(seconds: Int, mean: Double)

  private[statistics] def of(perSecond: Vector[Double]): Vector[Batch] = {
    require(perSecond.size >= batches, s"a series of ${perSecond.size} seconds must have at least $batches")
    require(perSecond.forall(value => !value.isNaN && !value.isInfinite), "a series must have finite values only")
    ranges(perSecond.size).map { range =>
      val batch = perSecond.slice(range.start, range.end)
      Batch(batch.size, batch.sum / batch.size)
    }
  }

  /** The seconds of each batch of a window, whose first is 0. */
  private[statistics] def ranges(seconds: Int): Vector[Range] =
    Vector.tabulate(batches)(i => i * seconds / batches until (i + 1) * seconds / batches)

  /** The middle of each batch, as a part of the window. */
  private[statistics] def centres(seconds: Int): Vector[Double] =
    ranges(seconds).map(range => (range.start + range.end) / 2.0 / seconds)
}
