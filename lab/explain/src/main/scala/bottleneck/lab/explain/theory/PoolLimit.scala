package bottleneck.lab.explain.theory

import scala.concurrent.duration._

/** What a pool allows once it is known what the statements of a request take beside the time for which a connection is
  * held on purpose.
  *
  * @param connections
  *   of all pools
  * @param holding
  *   how long a request holds one of them, its statements not included: zero where nothing else holds it
  */
final case class PoolLimit(connections: Int, holding: FiniteDuration = Duration.Zero) {

  /** Nothing where no time is known for which a connection is held.
    *
    * @param statements
    *   zero where that is not known
    */
  def prediction(statements: FiniteDuration): Option[Prediction] =
    Option.when(holding + statements > Duration.Zero)(
      Prediction.connections(connections, instances = 1, holding, statements)
    )
}
