package bottleneck.connectionpool

import bottleneck.lab.explain.theory.Prediction
import bottleneck.ServiceProperties
import bottleneck.lab.target.{Database, Index, Target}
import scala.concurrent.duration._

/** A service with one pool, threads and a database.
  *
  * @param connections
  *   of the pool of each instance
  * @param timeout
  *   how long a thread waits for a connection
  * @param onePort
  *   whether metrics are answered on the port of the requests, which is a profile of the service
  * @param more
  *   other Spring properties
  */
private[bottleneck] final case class PoolSetting(
    connections: Int,
    threads: Int = PoolSetting.threads,
    timeout: FiniteDuration = 3.seconds,
    maxConnections: Int = PoolSetting.maxConnections,
    onePort: Boolean = false,
    more: Map[String, String] = Map.empty
) {
  def target: Target = Target(
    instances = 1,
    Map(
      ServiceProperties.poolSize -> connections.toString,
      ServiceProperties.connectionTimeout -> timeout.toMillis.toString,
      ServiceProperties.threads -> threads.toString
    ) ++ (if (onePort) Map("spring.profiles.active" -> "one-port") else Map.empty) ++ more,
    Some(Database(maxConnections, Index.None)),
    jvm = ServiceProperties.warmSooner,
    onePort,
    training = ServiceProperties.training
  )

  /** Limits by threads and by users, for this holding time. */
  def limits(holding: FiniteDuration, users: Int): Vector[Prediction] = Vector(
    Prediction.threads(threads, 1, holding),
    Prediction.users(users, holding)
  )
}

private[bottleneck] object PoolSetting {

  /** Tomcat's in the source `hikari`. */
  val threads = 100

  /** MySQL's default, as the sources give no value. */
  val maxConnections = 151
}
