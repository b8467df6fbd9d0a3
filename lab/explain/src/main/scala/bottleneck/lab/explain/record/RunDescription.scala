package bottleneck.lab.explain.record

import upickle.implicits.flatten

/** Which run it is.
  *
  * @param id
  *   name of Gatling's folder
  * @param startedAt
  *   ISO instant
  * @param criteria
  *   hashes of those that its experiment was judged by then, by statement; none of earlier versions
  */
final case class RunDescription(
    id: String,
    startedAt: String,
    @flatten identity: RunIdentity,
    criteria: Map[String, String] = Map.empty
) {
  def simulation: String = identity.simulation
  def experiment: String = identity.experiment
  def variant: String = identity.variant
  def factor: Option[Factor] = identity.factor
  def repeat: Int = identity.repeat
}
