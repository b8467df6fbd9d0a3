package bottleneck.lab.explain.verdict

import bottleneck.lab.explain.record.Result

/** Runs over the numbers of one factor, rising: one run a number. */
final case class Sweep private (runs: Vector[Result]) {

  /** Number and throughput of each run. */
  def points: Vector[(Double, Double)] = runs.map(run => Sweep.size(run) -> run.total.throughput)

  def at(size: Double): Option[Result] = runs.find(Sweep.size(_) == size)

  /** The run with the highest throughput. */
  def best: Option[Result] = runs.maxByOption(_.total.throughput)

  /** The smallest size that answered `target` requests/s and failed none. */
  def smallest(target: Double): Option[Result] = runs.find(run => run.total.throughput >= target && run.total.ko == 0)

  /** The smallest size that failed no request and whose throughput equals the best one's within the noise: their
    * intervals overlap.
    */
  def smallestOfBest: Option[Result] = for {
    best <- this.best
    run <- runs.find(run => run.total.ko == 0 && (run == best || Sweep.high(run) >= Sweep.low(best)))
  } yield run

  /** The next smaller and the next larger size. */
  def neighbours(run: Result): (Option[Result], Option[Result]) =
    (runs.takeWhile(_ != run).lastOption, runs.dropWhile(_ != run).drop(1).headOption)

  /** From which size on no larger one fails a request; none where the largest does. */
  def withoutErrorsFrom: Option[Result] =
    runs.reverse.takeWhile(_.total.ko == 0).lastOption
}

object Sweep {

  /** The typical runs of those variants that have a number. */
  def of(evidence: Evidence): Sweep =
    Sweep(evidence.typical.filter(_.run.factor.isDefined).sortBy(size))

  def size(run: Result): Double = run.run.factor.fold(0.0)(_.value)

  private def low(run: Result): Double = run.measured.interval.fold(run.total.throughput)(_.low)

  private def high(run: Result): Double = run.measured.interval.fold(run.total.throughput)(_.high)
}
