package bottleneck.lab.explain.statistics

import bottleneck.lab.statistics.Window
import bottleneck.lab.log.LogRecord.Request
import bottleneck.lab.log.LogRecord
import java.util
import scala.collection.mutable

/** The longest time of a window, in milliseconds, in which requests of a name waited all the while and none was
  * answered OK. One that was never answered has no record, and so is not seen to wait.
  *
  * Time is cut into buckets of [[Stalls.resolutionMs]]: a result is less than two of them too long, or less than one
  * too short. A pause in which nobody waits ends a stall when it fills a bucket: one that is shorter never does, one of
  * two buckets always.
  */
object Stalls {

  /** Length of a bucket. */
  val resolutionMs: Int = 10

  /** Collects the records of a log one by one. It keeps two bits for each bucket of the window and each name. */
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

  /** In which buckets some waited, and in which one was answered OK. */
  private final class Tally(window: Window) {
    private val waiting = new util.BitSet
    private val answered = new util.BitSet

    def add(request: Request): Unit = {
      val from = math.max(request.start, window.fromMs) - window.fromMs
      val until = math.min(request.end, window.toMs) - window.fromMs
      if (from < until) waiting.set(from / resolutionMs, (until - 1) / resolutionMs + 1)
      if (request.ok && window.contains(request.end)) answered.set(until / resolutionMs)
    }

    def longest: Int = {
      var stalled, most = 0
      for (bucket <- 0 until waiting.length) {
        if (answered.get(bucket)) stalled = 0
        stalled = if (waiting.get(bucket)) stalled + 1 else 0
        most = math.max(most, stalled)
      }
      math.min(most.toLong * resolutionMs, window.length.toMillis).toInt
    }
  }
}
