package bottleneck.lab.explain.record

import java.time.Instant
import scala.util.Try
import upickle.implicits.flatten

/** Which run it is.
  *
  * @param id
  *   name of Gatling's folder
  * @param startedAt
  *   ISO instant
  * @param criteria
  *   hashes of those that its experiment was judged by then, by statement
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

  /** When it started, where that is a time from 1970 to 9999: charts and sums of times hold no others. */
  def started: Option[Instant] = Try(Instant.parse(startedAt)).toOption
    .filter(at => !at.isBefore(Instant.EPOCH) && at.isBefore(RunDescription.end))
}

object RunDescription {
  private val end = Instant.parse("+10000-01-01T00:00:00Z")
}
