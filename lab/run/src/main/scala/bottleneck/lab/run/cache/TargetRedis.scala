package bottleneck.lab.run.cache

import bottleneck.lab.settings.{RedisAccess, Refused}
import java.util.UUID
import redis.clients.jedis.{DefaultJedisClientConfig, HostAndPort, Jedis}
import redis.clients.jedis.exceptions.JedisException
import redis.clients.jedis.params.ScanParams
import scala.annotation.tailrec
import scala.jdk.CollectionConverters._
import scala.util.Using

/** The Redis of a run: one that the lab starts, or one of the user's. `toString` says which. */
trait TargetRedis extends AutoCloseable {

  /** Login of the service. */
  def access: RedisAccess

  def keyPrefix: String

  def version: String

  /** Its process; none where it is not the lab's. */
  def pid: Option[Long] = None

  /** Waits until it can be used. */
  def awaitReady(): Unit

  /** True if it ended without being asked to. */
  def hasEnded: Boolean = false
}

object TargetRedis {
  private val patienceMs = 2000

  /** Logs in where there is a password, and closes the connection after `use`; fails with a `JedisException`. */
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

/** A Redis that the user runs. The service writes keys with a prefix of this run alone, removed at its end. */
final class UserRedis(val access: RedisAccess, progress: String => Unit) extends TargetRedis {
  override val keyPrefix: String = s"bottleneck:${UUID.randomUUID()}:"

  override lazy val version: String = TargetRedis.connected(access)(_.info("server")) match {
    case UserRedis.versionLine(version) => version
    case _ => "of an unknown version"
  }

  override def awaitReady(): Unit = UserRedis.refuseUnusable(access)

  override def close(): Unit =
    try {
      val deleted = TargetRedis.connected(access)(deleteKeys(_))
      progress(s"removed $deleted keys that began with $keyPrefix from Redis at $access")
    } catch {
      case failure: JedisException =>
        progress(
          s"keys that begin with $keyPrefix could not be removed from Redis at $access (${failure.getMessage}): they expire by themselves"
        )
    }

  override def toString: String = s"Redis at $access"

  /** Number of deleted keys. Scans by pages, the last of which has the cursor 0; a key may appear twice. */
  @tailrec private def deleteKeys(
      redis: Jedis,
      cursor: String = ScanParams.SCAN_POINTER_START,
      before: Long = 0
  ): Long = {
    val page = redis.scan(cursor, new ScanParams().`match`(s"$keyPrefix*").count(UserRedis.page))
    val keys = page.getResult.asScala.toVector
    val deleted = before + (if (keys.isEmpty) 0 else redis.del(keys: _*))
    if (page.isCompleteIteration) deleted else deleteKeys(redis, page.getCursor, deleted)
  }
}

object UserRedis {
  private val versionLine = """(?s).*\bredis_version:(\S+).*""".r
  private val page = 1000

  /** Throws [[Refused]] where nobody answers at `access` or the login is wrong. */
  def refuseUnusable(access: RedisAccess): Unit =
    try {
      val _ = TargetRedis.connected(access)(_.ping())
    } catch {
      case failure: JedisException =>
        throw new Refused(
          s"Redis at $access cannot be used (${failure.getMessage}): check -Dlab.redis.url=, or leave it out and the lab starts one.",
          Some(failure)
        )
    }
}
