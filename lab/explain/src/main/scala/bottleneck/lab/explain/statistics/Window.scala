package bottleneck.lab.explain.statistics

import scala.concurrent.duration._

/** The part of a run that is judged: what ends in `[fromMs, toMs)`, in milliseconds since the run record's start. */
final case class Window(fromMs: Int, toMs: Int) {
  require(0 <= fromMs && fromMs < toMs, s"window [$fromMs, $toMs) must not be empty or begin before 0")

  def length: FiniteDuration = (toMs - fromMs).millis

  def seconds: Double = length.toMillis / 1000.0

  def contains(ms: Int): Boolean = fromMs <= ms && ms < toMs
}
