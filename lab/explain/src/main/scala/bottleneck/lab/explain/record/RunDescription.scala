package bottleneck.lab.explain.record

import upickle.implicits.flatten

/** Which run it is.
  *
  * @param id
  *   name of Gatling's folder
  * @param startedAt
  *   ISO instant
  */
final case class RunDescription(id: String, startedAt: String, @flatten identity: RunIdentity) {
  def simulation: String = identity.simulation
  def experiment: String = identity.experiment
  def variant: String = identity.variant
  def factor: Option[Factor] = identity.factor
  def repeat: Int = identity.repeat
}
