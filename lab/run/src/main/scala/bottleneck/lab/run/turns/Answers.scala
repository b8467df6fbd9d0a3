package bottleneck.lab.run.turns

import java.util.concurrent.atomic.LongAdder
import org.HdrHistogram.{Histogram, Recorder}
import scala.collection.concurrent.TrieMap

/** Answers of a time, counted as they come: to requests that were sent after `since`. */
final class Answers(since: Long) {
  private val good = new Recorder(3)
  private val bad = new Recorder(3)
  private val count = new LongAdder
  private val causes = TrieMap.empty[String, LongAdder]

  /** @param sent as of `System.nanoTime` */
  def succeed(sent: Long): Unit = {
    val _ = add(good, sent)
  }

  /** @param cause such as `answer 503` */
  def fail(sent: Long, cause: String): Unit =
    if (add(bad, sent)) causes.getOrElseUpdate(cause, new LongAdder).increment()

  private def add(to: Recorder, sent: Long): Boolean = {
    val counts = sent >= since
    if (counts) {
      to.recordValue(math.max(0, (System.nanoTime() - sent) / 1000))
      count.increment()
    }
    counts
  }

  def size: Long = count.sum

  def failures: Map[String, Long] = causes.view.mapValues(_.sum).toMap

  /** Response times of those that succeeded, and of those that failed, in microseconds. */
  lazy val ended: (Histogram, Histogram) = (good.getIntervalHistogram, bad.getIntervalHistogram)
}
