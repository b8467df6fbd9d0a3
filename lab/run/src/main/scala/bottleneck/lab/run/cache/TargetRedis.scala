package bottleneck.lab.run.cache

import bottleneck.lab.settings.RedisAccess

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
