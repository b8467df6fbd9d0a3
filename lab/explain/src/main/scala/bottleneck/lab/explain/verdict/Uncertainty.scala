package bottleneck.lab.explain.verdict

import bottleneck.lab.explain.record.Result
import bottleneck.lab.explain.validity.MachineChecks

/** What may make a run's throughput or response times others than a repeat would measure: a line of its budget.
  *
  * @param standard
  *   standard uncertainty, as a part of the measured value
  */
final case class UncertaintyPart(name: String, standard: Double)

/** The uncertainty budget of a run (JCGM 100:2008, "GUM", §5.1): independent parts, added in quadrature. */
final case class Uncertainty(parts: Vector[UncertaintyPart]) {

  /** Combined standard uncertainty, as a part of the measured value. */
  def standard: Double = math.sqrt(parts.map(part => part.standard * part.standard).sum)

  def without(part: String): Uncertainty = Uncertainty(parts.filterNot(_.name == part))

  /** Its largest part's name. */
  def largest: Option[String] = parts.maxByOption(_.standard).map(_.name)

  /** Half of the interval that holds 95 % of a normal distribution. */
  def expanded: Double = Uncertainty.coverage * standard
}

object Uncertainty {
  private val coverage = 1.96

  /** What a run is off by where its own checks cannot see it: as much as the machine of a sound run may change within
    * it, where the cores are the limit.
    */
  val betweenRuns = "between runs"

  /** Of the window's own sample, known from its batches. */
  val sampling = "sampling"

  /** None of a run that cannot be weighed: an invalid one, or one with a disturbance of unknown size. */
  def of(run: Result): Option[Uncertainty] = {
    val known = run.validity.forall(check => check.ok || check.size.isDefined)
    Option.when(run.valid && known) {
      val checks = run.validity.flatMap(check => check.size.map(size => rectangular(check.check, size)))
      val cores =
        Option.when(run.expected.prediction.exists(_.isOfCores))(rectangular(betweenRuns, MachineChecks.mostOfRequest))
      Uncertainty((sampled(run) ++ cores ++ checks).toVector.filter(_.standard > 0))
    }
  }

  private def sampled(run: Result): Option[UncertaintyPart] =
    run.measured.interval
      .filter(_.mean > 0)
      .map(window => UncertaintyPart(sampling, window.halfWidth / window.mean / coverage))

  /** Anything up to `half` to either side is as likely (JCGM 100:2008, §4.3.7). */
  private def rectangular(name: String, half: Double): UncertaintyPart = UncertaintyPart(name, half / math.sqrt(3))
}
