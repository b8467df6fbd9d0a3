package bottleneck.lab.target

import scala.concurrent.duration._

/** Where the instances keep what they have read. */
sealed abstract class Cache(val name: String) {

  /** How long after it was put there something is found. */
  def expiry: FiniteDuration
}

object Cache {

  /** In the heap of each instance. */
  final case class Caffeine(expiry: FiniteDuration) extends Cache("caffeine") {
    require(expiry >= 1.milli, s"expiry ($expiry) must be at least a millisecond")
  }

  /** In one Redis for all instances. */
  final case class Redis(expiry: FiniteDuration) extends Cache("redis") {
    require(expiry >= 1.milli, s"expiry ($expiry) must be at least a millisecond")
  }
}
