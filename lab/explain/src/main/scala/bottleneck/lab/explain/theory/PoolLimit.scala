package bottleneck.lab.explain.theory

import scala.concurrent.duration._

/** What a pool allows once it is known what the statements of a request take beside the time for which a connection is
  * held on purpose.
  *
  * @param connections
  *   of all pools
  * @param holding
  *   how long a request holds one of them, its statements not included
  */
final case class PoolLimit(connections: Int, holding: FiniteDuration) {

  /** @param statements
    *   zero where that is not known
    */
  def prediction(statements: FiniteDuration): Prediction =
    Prediction.connections(connections, instances = 1, holding, statements)
}
