package bottleneck.lab.run.cache

import bottleneck.lab.settings.{RedisAccess, Refused}
import java.io.IOException
import java.util.UUID
import scala.util.Using

/** A Redis that the user runs. The service writes keys with a prefix of this run alone, and these are removed at its
  * end.
  *
  * @param progress
  *   gets a sentence when they are
  */
final class UserRedis(val access: RedisAccess, progress: String => Unit) extends TargetRedis {
  override val keyPrefix: String = s"bottleneck:${UUID.randomUUID()}:"

  override lazy val version: String = using(_.version.getOrElse("of an unknown version"))

  override def pid: Option[Long] = None

  /** Refused where it cannot be used. */
  override def awaitReady(): Unit = UserRedis.refuseUnusable(access)

  override def hasEnded: Boolean = false

  override def close(): Unit =
    try {
      val deleted = using(_.deleteAll(keyPrefix))
      progress(s"removed $deleted keys that began with $keyPrefix from Redis at $access")
    } catch {
      case failure: IOException =>
        progress(
          s"keys that begin with $keyPrefix could not be removed from Redis at $access (${failure.getMessage}): they expire by themselves"
        )
    }

  override def toString: String = s"Redis at $access"

  private def using[A](action: RedisConnection => A): A = Using.resource(RedisConnection.open(access))(action)
}

object UserRedis {

  /** Throws [[Refused]] where nobody answers at `access` or the login is wrong. */
  def refuseUnusable(access: RedisAccess): Unit =
    try Using.resource(RedisConnection.open(access))(_.ping())
    catch {
      case failure: IOException =>
        throw new Refused(
          s"Redis at $access cannot be used (${failure.getMessage}): check -Dlab.redis.url=, or leave it out and the lab starts one.",
          Some(failure)
        )
    }
}
