package bottleneck.lab.engine.users

import java.util.concurrent.atomic.LongAdder
import org.HdrHistogram.{Histogram, Recorder}
import scala.collection.concurrent.TrieMap

/** Answers of a time, counted as they come: to requests that were sent at or after `since`, as of `System.nanoTime`. */
final class Answers(since: Long = Long.MinValue) {
  private val good, bad = new Recorder(3)
  private val count, micros = new LongAdder
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
      val took = math.max(0, (System.nanoTime() - sent) / 1000)
      to.recordValue(took)
      micros.add(took)
      count.increment()
    }
    counts
  }

  /** Number of answers so far. */
  def size: Long = count.sum

  /** Sum of all response times so far, in ms. */
  def responseMs: Long = micros.sum / 1000

  def failures: Map[String, Long] = causes.view.mapValues(_.sum).toMap

  /** Response times of those that succeeded, and of those that failed, in microseconds. */
  lazy val ended: (Histogram, Histogram) = (good.getIntervalHistogram, bad.getIntervalHistogram)
}
