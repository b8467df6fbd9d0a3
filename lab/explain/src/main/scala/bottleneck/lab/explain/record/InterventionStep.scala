package bottleneck.lab.explain.record

import bottleneck.lab.target.Step

/** What the lab did to the target under load, in milliseconds since the run record's start.
  *
  * @param name
  *   what was done, or what was found
  * @param toMs
  *   none where the load ended first
  * @param outcome
  *   `ok`, or the error
  */
final case class InterventionStep(name: String, fromMs: Int, toMs: Option[Int], outcome: String) {
  def isOk: Boolean = outcome == Step.ok

  def durationMs: Option[Int] = toMs.map(_ - fromMs)
}

object InterventionStep {

  /** Of a run whose record began at `start`, in milliseconds since the epoch. */
  def of(step: Step, start: Long): InterventionStep =
    InterventionStep(step.name, (step.from - start).toInt, step.to.map(at => (at - start).toInt), step.outcome)
}
