package bottleneck.lab.explain.statistics

import bottleneck.lab.log.LogRecord.{Request, User}
import bottleneck.lab.log.LogRecord
import bottleneck.lab.explain.series.Second
import java.io.PrintStream
import org.HdrHistogram.{HistogramLogWriter, PackedHistogram}
import scala.collection.mutable.ArrayBuffer

/** Cuts the records of a log into seconds. Its memory grows with the length of the run, not with its requests: some
  * kilobytes a second.
  */
final class TimelineCollector {
  import TimelineCollector._

  private val seconds = ArrayBuffer.empty[Counts]

  def add(record: LogRecord): Unit = record match {
    case request: Request =>
      at(request.start).started += 1
      val end = at(request.end)
      end.ended += 1
      if (request.ok) end.record(request.end.toLong - request.start) else end.ko += 1
    case User(_, arrives, ms) => at(ms).users += (if (arrives) 1 else -1)
    case _ => ()
  }

  def timeline: Vector[Second] = {
    val users = seconds.iterator.map(_.users).scanLeft(0L)(_ + _).drop(1)
    val inFlight = seconds.iterator.map(second => second.started - second.ended).scanLeft(0L)(_ + _).drop(1)
    seconds.toVector.zipWithIndex.map { case (counts, n) =>
      Second(
        n,
        users.next(),
        inFlight.next(),
        counts.latency.fold(0L)(_.getTotalCount),
        counts.ko,
        counts.latency.map(_.getValueAtPercentile(50)),
        counts.latency.map(_.getValueAtPercentile(99)),
        counts.latency.map(_.getMaxValue)
      )
    }
  }

  /** Mean response time of the OK responses that ended in these seconds, in milliseconds; none without any. */
  private[statistics] def meanMs(range: Range): Option[Double] = {
    val counts = range.flatMap(seconds.lift(_))
    val ok = counts.flatMap(_.latency).map(_.getTotalCount).sum
    Option.when(ok > 0)(counts.map(_.okMs).sum.toDouble / ok)
  }

  /** Writes the response times of OK responses, in milliseconds, as an interval log of HdrHistogram: an interval for
    * every second that has one.
    *
    * @param start
    *   of the run, in milliseconds since the epoch
    */
  def writeIntervals(out: PrintStream, start: Long): Unit = {
    val writer = new HistogramLogWriter(out)
    writer.outputComment("[response times of OK responses, in ms]")
    writer.setBaseTime(start)
    writer.outputBaseTime(start)
    writer.outputLegend()
    seconds.zipWithIndex.foreach { case (counts, n) =>
      // copies, as a histogram keeps the large buffer that it was once encoded in
      counts.latency.foreach(times => writer.outputIntervalHistogram(n.toDouble, n + 1.0, times.copy(), 1.0))
    }
  }

  private def at(ms: Int): Counts = {
    val second = ms / millis
    while (seconds.size <= second) seconds += new Counts
    seconds(second)
  }
}

private object TimelineCollector {
  private val millis = 1000

  private final class Counts {
    var started = 0L
    var ended = 0L
    var ko = 0L
    var users = 0L
    var okMs = 0L

    /** Three digits, and only where there is a response: it is kept for every second of the run. */
    private var times = Option.empty[PackedHistogram]

    def record(ms: Long): Unit = {
      if (times.isEmpty) times = Some(new PackedHistogram(3))
      times.foreach(_.recordValue(ms))
      okMs += ms
    }

    def latency: Option[PackedHistogram] = times
  }
}
