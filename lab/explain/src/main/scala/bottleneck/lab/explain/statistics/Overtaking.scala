package bottleneck.lab.explain.statistics

import bottleneck.lab.explain.log.LogRecord.Request
import java.util

/** Counts requests that were done more than `slackMs` before one that was sent earlier: as much can service times
  * differ. A request is earlier when it was sent in an earlier bucket of [[Overtaking.resolutionMs]].
  *
  * Which one was done last of the earlier ones is known when all have been read, so requests are given twice: each to
  * `learn`, then each to `judge`. It keeps four bytes for each bucket.
  */
private[statistics] final class Overtaking(slackMs: Long) {
  import Overtaking._

  /** Latest end of what was sent in each bucket. */
  private var latest = Array.emptyIntArray
  private var overtook = 0L

  /** Latest end of what was sent before each bucket. */
  private lazy val latestBefore = latest.scanLeft(none)(_ max _)

  def learn(request: Request): Unit = {
    val bucket = request.start / resolutionMs
    if (bucket >= latest.length) {
      val known = latest.length
      latest = util.Arrays.copyOf(latest, math.max(bucket + 1, 2 * known))
      util.Arrays.fill(latest, known, latest.length, none)
    }
    latest(bucket) = math.max(latest(bucket), request.end)
  }

  def judge(request: Request): Unit =
    if (latestBefore(request.start / resolutionMs) - slackMs > request.end) overtook += 1

  def count: Long = overtook
}

private[statistics] object Overtaking {

  /** Length of a bucket, in milliseconds. */
  val resolutionMs: Int = 10

  private val none = Int.MinValue
}
