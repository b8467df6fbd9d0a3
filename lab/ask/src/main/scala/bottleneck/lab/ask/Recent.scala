package bottleneck.lab.ask

import scala.collection.concurrent.TrieMap
import scala.concurrent.duration._

/** Values by their keys, each read anew once it is older than `age`. */
private[ask] final class Recent[K, A](age: FiniteDuration) {
  private val known = TrieMap.empty[K, (A, Deadline)]

  def apply(key: K)(read: => A): A = known.get(key) match {
    case Some((value, until)) if until.hasTimeLeft() => value
    case _ =>
      val value = read
      known.update(key, value -> age.fromNow)
      value
  }
}
