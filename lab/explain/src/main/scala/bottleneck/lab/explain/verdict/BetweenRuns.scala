package bottleneck.lab.explain.verdict

import bottleneck.lab.explain.record.Result
import bottleneck.lab.explain.validity.MachineChecks

/** By what part of its response time another run of a variant would differ where no check of this one can see it: the
  * assumed standard uncertainty. What differs by less is compared by turns, in one run.
  */
object BetweenRuns {

  /** Up to which the time varies that JVMs hold a thread or a connection. */
  private val mostOfTime = 0.015

  /** Uniform up to the tolerated change of a sound run's machine, or up to that of times (JCGM 100:2008, §4.3.7). */
  def of(run: Result): Double = (if (isOfCores(run)) MachineChecks.mostOfRequest else mostOfTime) / math.sqrt(3)

  /** True if cores limit the run, or if its limit is unknown. */
  private[explain] def isOfCores(run: Result): Boolean = run.expected.prediction.forall(_.isOfCores)
}
