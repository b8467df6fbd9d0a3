package bottleneck.lab.explain.stats

import bottleneck.lab.explain.log.LogRecord
import bottleneck.lab.explain.log.LogRecord.Request
import java.util
import scala.collection.mutable

/** The longest time of a window, in milliseconds, in which requests of a name waited all the while and none was
  * answered OK. One that was never answered has no record, and so is not seen to wait.
  */
object Stalls {

  /** Collects the records of a log one by one. Its memory grows with the window, not with the requests. */
  final class Collector(window: Window) {
    private val byName = mutable.LinkedHashMap.empty[String, Tally]

    def add(record: LogRecord): Unit = record match {
      case request: Request if request.end >= window.fromMs && request.start < window.toMs =>
        byName.getOrElseUpdate(request.name, new Tally(window)).add(request)
      case _ => ()
    }

    /** By the name of the request. */
    def longest: Map[String, Int] = byName.view.mapValues(_.longest).toMap
  }

  /** Millisecond by millisecond: how many more wait than in the one before, and whether any was answered. */
  private final class Tally(window: Window) {
    private val length = window.toMs - window.fromMs
    private var change = new Array[Int](1024)
    private val answered = new mutable.BitSet

    def add(request: Request): Unit = {
      mark(math.max(0, request.start - window.fromMs), 1)
      mark(request.end - window.fromMs, -1)
      if (request.ok && window.contains(request.end)) answered += request.end - window.fromMs
    }

    def longest: Int = {
      var waiting, stalled, most = 0
      for (ms <- 0 until math.min(length, change.length)) {
        if (answered(ms)) stalled = 0
        waiting += change(ms)
        stalled = if (waiting > 0) stalled + 1 else 0
        most = math.max(most, stalled)
      }
      most
    }

    private def mark(ms: Int, by: Int): Unit = {
      val at = math.min(length, ms)
      if (at >= change.length) change = util.Arrays.copyOf(change, math.max(at + 1, 2 * change.length))
      change(at) += by
    }
  }
}
