package bottleneck.lab.run.step

import bottleneck.lab.target.Step
import java.util.concurrent.TimeUnit.MILLISECONDS
import java.util.concurrent.{ConcurrentLinkedQueue, Executors}
import scala.concurrent.duration._
import scala.jdk.CollectionConverters._

/** Log of the steps done to the target under load, in a thread of its own, with their times. */
final class Steps {
  import Steps._

  private val done = new ConcurrentLinkedQueue[Step]

  @volatile private var over = false

  private val thread = Executors.newSingleThreadScheduledExecutor { task =>
    val thread = new Thread(task, "intervention")
    thread.setDaemon(true)
    thread
  }

  /** Does this `in` this time, without waiting for it. */
  def begin(in: FiniteDuration)(work: => Unit): Unit = {
    val _ = thread.schedule((() => work): Runnable, in.toMillis, MILLISECONDS)
  }

  /** True once the load has ended. */
  def areOver: Boolean = over

  /** Steps done so far. */
  def all: Vector[Step] = done.asScala.toVector

  def add(name: String, from: Long, outcome: String): Unit = {
    val step =
      if (over) Step(name, from, None, Step.unfinished) else Step(name, from, Some(System.currentTimeMillis()), outcome)
    val _ = done.add(step)
  }

  /** Begins nothing more, interrupts what is being done, and returns when that has ended: `cancel` is called until
    * then.
    */
  def end(cancel: => Unit): Unit = {
    over = true
    val _ = thread.shutdownNow()
    // a cancellation may come before what it is to cancel
    val _ = Iterator
      .continually {
        cancel
        thread.awaitTermination(poll.toMillis, MILLISECONDS)
      }
      .take(mostAttempts)
      .find(identity)
  }
}

private object Steps {
  private val poll = 50.millis
  private val mostAttempts = 200
}
