package bottleneck.lab.claims.verdict

import bottleneck.lab.figures.record.Result

/** Component of a run's uncertainty: standard uncertainty, as a share of its throughput or response times. */
final case class UncertaintyPart(name: String, standard: Double)

/** The uncertainty budget of a run (JCGM 100:2008, "GUM", §5.1): independent parts, added in quadrature. */
final case class Uncertainty(parts: Vector[UncertaintyPart]) {

  /** Combined standard uncertainty, as a part of the measured value. */
  def standard: Double = math.sqrt(parts.map(part => part.standard * part.standard).sum)

  def and(name: String, standard: Double): Uncertainty = Uncertainty(parts :+ UncertaintyPart(name, standard))

  def largest: Option[String] = parts.maxByOption(_.standard).map(_.name)

  /** Half of the interval that holds 95 % of a normal distribution. */
  def expanded: Double = Uncertainty.coverage * standard
}

object Uncertainty {
  private val coverage = 1.96

  /** Component from the window's own sample, estimated from its batches. */
  val sampling = "sampling"

  /** Uncertainty from the run itself; none where it is unknown: for an invalid run, or a disturbance of unknown size.
    */
  def of(run: Result): Option[Uncertainty] = of(run, sampled(run))

  /** The same of a variant by turns beside the other one: both together have that of their ratio. */
  private[verdict] def ofPairs(run: Result): Option[Uncertainty] =
    of(run, run.shared.flatMap(_.halfWidth).fold(sampled(run))(_ / math.sqrt(2) / coverage))

  private def of(run: Result, sampled: Double): Option[Uncertainty] = {
    val known = run.checks.forall(check => check.passed || check.size.isDefined)
    Option.when(run.valid && known) {
      val checks =
        run.checks.flatMap(check => check.size.map(size => UncertaintyPart(check.name, rectangular(size))))
      Uncertainty((UncertaintyPart(sampling, sampled) +: checks).filter(_.standard > 0))
    }
  }

  /** Relative standard error of the window's throughput; 0 where its series has no interval. */
  private[verdict] def sampled(run: Result): Double =
    run.interval.filter(_.mean > 0).fold(0.0)(window => window.halfWidth / window.mean / coverage)

  /** Up to which a request's CPU time is taken to vary from one run to the next. */
  private val mostOfRequest = 0.1

  /** Up to which the time varies that JVMs hold a thread or a connection. */
  private val mostOfTime = 0.015

  /** Assumed relative standard uncertainty from one run of a variant to another, where no check sees it: of a uniform
    * change of CPU times, or that of times where cores are not the limit. What differs by less is compared by turns, in
    * one run.
    */
  private[verdict] def betweenRuns(run: Result): Double =
    rectangular(if (run.prediction.forall(_.isOfCores)) mostOfRequest else mostOfTime)

  /** Standard uncertainty of a uniform distribution, `half` to either side (JCGM 100:2008, §4.3.7). */
  private def rectangular(half: Double): Double = half / math.sqrt(3)
}
