package bottleneck.lab.figures.reading

import bottleneck.lab.figures.files.{Csv, CsvRow}
import bottleneck.lab.figures.{Messages, Problem}
import bottleneck.lab.log.LogRecord
import bottleneck.lab.log.LogRecord.{Request, User}
import java.io.PrintStream
import java.nio.file.Path
import org.HdrHistogram.{HistogramLogWriter, PackedHistogram}
import scala.collection.mutable.ArrayBuffer
import scala.util.Try

/** One second of a run as its users saw it, since the run record's start. Users and requests in flight are counted at
  * its end; the times are of the OK responses that ended in it.
  */
final case class Second(
    second: Int,
    users: Long,
    inFlight: Long,
    ok: Long,
    ko: Long,
    p50Ms: Option[Long],
    p99Ms: Option[Long],
    maxMs: Option[Long]
)

/** The seconds of a run as timeline.csv. */
object Timeline {
  val file = "timeline.csv"

  private val columns =
    Vector("second", "users", "in_flight", "ok_responses", "ko_responses", "p50_ms", "p99_ms", "max_ms")

  def render(seconds: Vector[Second]): String = Csv.render(columns +: seconds.map { s =>
    Vector[Any](s.second, s.users, s.inFlight, s.ok, s.ko) ++ Vector(s.p50Ms, s.p99Ms, s.maxMs).map(
      _.fold("")(_.toString)
    )
  })

  def read(path: Path): Either[Problem, Vector[Second]] = Csv.read(path, columns).flatMap(Problem.each(_)(second))

  private def second(row: CsvRow): Either[Problem, Second] = {
    val (counts, times) = columns.map(row(_)).splitAt(5)
    Try {
      val Vector(second, users, inFlight, ok, ko) = counts.map(_.toLong): @unchecked
      val Vector(p50, p99, max) = times.map(Some(_).filter(_.nonEmpty).map(_.toLong)): @unchecked
      Second(second.toInt, users, inFlight, ok, ko, p50, p99, max)
    }.toOption.toRight(row.wrong("it is no second of a run"))
  }

  /** Cuts the records of a log into seconds. Its memory grows with the length of the run, not with its requests: some
    * kilobytes a second.
    */
  final class Collector {
    private val seconds = ArrayBuffer.empty[Counts]

    def add(record: LogRecord): Unit = record match {
      case request: Request =>
        at(request.start).start(request)
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

    /** Requests by the second in which they were sent; none without any. */
    def sent: Option[SentSeconds] = Some(for {
      (counts, second) <- seconds.toVector.zipWithIndex
      if counts.started > 0
    } yield Sent(second, counts.started - counts.failing, counts.failing, counts.errors.counts.toMap))
      .filter(_.nonEmpty)
      .map(SentSeconds(_))

    /** Mean response time of the OK responses that ended in these seconds, in milliseconds; none without any. */
    private[lab] def meanMs(range: Range): Option[Double] = {
      val counts = range.flatMap(seconds.lift(_))
      val ok = counts.flatMap(_.latency).map(_.getTotalCount).sum
      Option.when(ok > 0)(counts.map(_.okMs).sum.toDouble / ok)
    }

    /** Writes the response times of OK responses, in ms, as an interval log of HdrHistogram: an interval for every
      * second that has one. The run's start is in ms since the epoch.
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
      val second = ms / 1000
      while (seconds.size <= second) seconds += new Counts
      seconds(second)
    }
  }

  private final class Counts {
    var started = 0L
    var failing = 0L // of those started
    lazy val errors = new Messages
    var ended = 0L
    var ko = 0L
    var users = 0L
    var okMs = 0L

    /** Three digits, and only where there is a response: it is kept for every second of the run. */
    private var times = Option.empty[PackedHistogram]

    def start(request: Request): Unit = {
      started += 1
      if (!request.ok) {
        failing += 1
        errors.add(request.message)
      }
    }

    def record(ms: Long): Unit = {
      if (times.isEmpty) times = Some(new PackedHistogram(3))
      times.foreach(_.recordValue(ms))
      okMs += ms
    }

    def latency: Option[PackedHistogram] = times
  }
}

/** Outcomes of the requests that were sent within one second since the run record's start. */
final case class Sent(second: Int, ok: Long, ko: Long, errors: Map[String, Long] = Map.empty)

/** Outcomes of all requests of a run by the second in which they were sent. */
final case class SentSeconds(sent: Vector[Sent])
