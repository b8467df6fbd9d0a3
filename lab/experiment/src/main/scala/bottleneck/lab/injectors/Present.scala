package bottleneck.lab.injectors

import scala.annotation.tailrec
import scala.collection.mutable
import scala.concurrent.duration._

/** The other injectors that the first has met, by number. */
private final class Present(wanted: Vector[Int]) {

  /** Guarded by this. */
  private val lines = mutable.Map.empty[Int, Line]
  private val ready = mutable.Set.empty[Int]

  /** Welcomes it; false where one of this number is there already. */
  def enter(number: Int, line: Line): Boolean = synchronized {
    val free = !lines.contains(number) && line.sent(Barrier.welcome)
    if (free) lines(number) = line
    notifyAll()
    free
  }

  def leave(number: Int): Unit = synchronized {
    lines.remove(number)
    ready.remove(number)
    notifyAll()
  }

  def compared(number: Int): Unit = synchronized {
    ready.add(number)
    notifyAll()
  }

  /** Waits until all are there; which of them are not after `within`. */
  def awaitAll(within: FiniteDuration): Vector[Int] = awaitNone(within)(wanted.filterNot(lines.contains))

  /** Waits until all know how their clocks are; which of them do not after `within`. */
  def awaitReady(within: FiniteDuration): Vector[Int] = awaitNone(within)(wanted.filterNot(ready.contains))

  /** Tells all, unless one has left; those that could not be told. */
  def tell(text: String): Vector[Int] = synchronized {
    val gone = wanted.filterNot(lines.contains)
    if (gone.nonEmpty) gone else wanted.filterNot(lines(_).sent(text))
  }

  def close(): Unit = synchronized(lines.values.foreach(_.close()))

  private def awaitNone(within: FiniteDuration)(missing: => Vector[Int]): Vector[Int] = synchronized {
    val deadline = within.fromNow
    @tailrec def rest(): Vector[Int] = {
      val still = missing
      if (still.isEmpty || deadline.isOverdue()) still
      else {
        wait(math.max(1L, deadline.timeLeft.toMillis))
        rest()
      }
    }
    rest()
  }
}
