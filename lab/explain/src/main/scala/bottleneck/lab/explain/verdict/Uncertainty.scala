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

  /** Of the machine from one run to another, and of the rest. */
  def ofMachine: Uncertainty = Uncertainty(parts.filter(_.name == Uncertainty.betweenRuns))
  def ofWindow: Uncertainty = Uncertainty(parts.filterNot(_.name == Uncertainty.betweenRuns))

  /** Its largest part's name. */
  def largest: Option[String] = parts.maxByOption(_.standard).map(_.name)

  /** Half of the interval that holds 95 % of a normal distribution. */
  def expanded: Double = Uncertainty.coverage * standard
}

object Uncertainty {
  private val coverage = 1.96

  /** What another run would differ by where no check of this one can see it. */
  val betweenRuns = "between runs"

  /** Half of the range of that where the cores are the limit: as much as the machine of a sound run may change. */
  private val ofCores = MachineChecks.mostOfRequest

  /** The same where time is: JVMs hold a thread or a connection for a little longer or shorter. */
  private val ofTime = 0.015

  /** Of the window's own sample, known from its batches. */
  val sampling = "sampling"

  /** None of a run that cannot be weighed: an invalid one, or one with a disturbance of unknown size. */
  def of(run: Result): Option[Uncertainty] = {
    val known = run.validity.forall(check => check.ok || check.size.isDefined)
    Option.when(run.valid && known) {
      val checks = run.validity.flatMap(check => check.size.map(size => rectangular(check.check, size)))
      val half = if (run.expected.prediction.exists(_.isOfCores)) ofCores else ofTime
      Uncertainty(((sampled(run).toVector :+ rectangular(betweenRuns, half)) ++ checks).filter(_.standard > 0))
    }
  }

  private def sampled(run: Result): Option[UncertaintyPart] =
    run.measured.interval
      .filter(_.mean > 0)
      .map(window => UncertaintyPart(sampling, window.halfWidth / window.mean / coverage))

  /** Anything up to `half` to either side is as likely (JCGM 100:2008, §4.3.7). */
  private def rectangular(name: String, half: Double): UncertaintyPart = UncertaintyPart(name, half / math.sqrt(3))
}
