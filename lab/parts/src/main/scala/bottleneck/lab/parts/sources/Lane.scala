package bottleneck.lab.parts.sources

import bottleneck.lab.parts.host.Daemon
import java.util.concurrent.Executors
import java.util.concurrent.atomic.AtomicBoolean
import scala.collection.concurrent.TrieMap
import scala.concurrent.duration._
import scala.util.Try

/** A thread for calls that may hang, one at a time: one that fails, is late, or comes meanwhile has no result. */
private[sources] final class Lane(name: String) extends AutoCloseable {
  private val busy = new AtomicBoolean
  private val thread = Executors.newSingleThreadExecutor(new Daemon(name, _))

  def within[A](time: FiniteDuration)(call: => A): Option[A] = {
    def called(): A =
      try call
      finally busy.set(false)
    if (busy.compareAndSet(false, true)) Try(thread.submit[A](() => called()).get(time.toNanos, NANOSECONDS)).toOption
    else None
  }

  override def close(): Unit = {
    val _ = thread.shutdownNow()
  }
}

/** Values by their keys, each read anew once it is older than `age`. */
private[sources] final class Recent[K, A](age: FiniteDuration) {
  private val known = TrieMap.empty[K, (A, Deadline)]

  def apply(key: K)(read: => A): A = known.get(key) match {
    case Some((value, until)) if until.hasTimeLeft() => value
    case _ =>
      val value = read
      known.update(key, value -> age.fromNow)
      value
  }

  def forget(): Unit = known.clear()
}
