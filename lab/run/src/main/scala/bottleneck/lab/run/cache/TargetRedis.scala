package bottleneck.lab.run.cache

import bottleneck.lab.settings.RedisAccess
import redis.clients.jedis.{DefaultJedisClientConfig, HostAndPort, Jedis}
import scala.util.Using

/** The Redis of a run: one that the lab starts, or one of the user's. `toString` says which. */
trait TargetRedis extends AutoCloseable {

  /** How the service logs in. */
  def access: RedisAccess

  /** What every key of the run begins with. */
  def keyPrefix: String

  def version: String

  /** Its process; none where it is not the lab's. */
  def pid: Option[Long]

  /** Waits until it can be used. */
  def awaitReady(): Unit

  /** Whether it ended although nobody asked it to. */
  def hasEnded: Boolean
}

object TargetRedis {
  private val patienceMs = 2000

  /** Connects, logs in where there is a password, and closes the connection after `use`. What fails is a
    * `JedisException`.
    */
  private[cache] def connected[A](access: RedisAccess)(use: Jedis => A): A = {
    val config = DefaultJedisClientConfig
      .builder()
      .timeoutMillis(patienceMs)
      .user(access.user.orNull)
      .password(access.password.orNull)
      .build()
    Using.resource(new Jedis(new HostAndPort(access.host, access.port), config))(use)
  }
}
