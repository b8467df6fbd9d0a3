package bottleneck.lab.figures.reading

import bottleneck.lab.figures.statistics.{BatchMeans, Window}
import bottleneck.lab.figures._
import bottleneck.lab.log.LogRecord.Request
import bottleneck.lab.log.{Log, LogError, LogReader, LogRecord}
import java.nio.file.Path
import java.util
import scala.collection.mutable
import scala.collection.mutable.ArrayBuffer

/** Statistics of a simulation.log, read once: of what ends in a window that is given, of the whole run as Gatling's own
  * report has it, and of one kind of load. Requests are by their path; the occupancy of a staircase is over the judged
  * parts of its levels. `disturbedFromMs` is when the first user came who is not judged, after those who are, since the
  * run record's start.
  */
final case class RunStatistics(
    log: Log,
    window: Window,
    requests: Map[String, Outcome],
    total: Outcome,
    wholeRun: Outcome,
    figures: GatlingFigures,
    firstFailure: Option[FirstFailure],
    occupancy: Occupancy,
    timeline: Timeline.Collector,
    stalls: Map[String, Int],
    disturbedFromMs: Option[Int],
    burst: Option[BurstTimes] = None,
    lag: Option[ScheduleLag] = None,
    levels: Vector[LevelReading] = Vector.empty
) {

  /** The seconds that lie wholly in a part of the run, also those after the last record. */
  def within(window: Window): Vector[Second] =
    whole(window).toVector
      .map(n => all.lift(n).getOrElse(Second(n, users = 0, inFlight = 0, ok = 0, ko = 0, None, None, None)))

  def seconds: Vector[Second] = within(window)

  /** OK responses of each whole second of the window; nothing where it has too few to judge them. */
  def perSecond: Option[Vector[Double]] = Some(seconds.map(_.ok.toDouble)).filter(_.size >= BatchMeans.batches)

  private lazy val all = timeline.timeline

  /** Mean response time of OK responses in each of ten parts of the window, in milliseconds; nothing where a part has
    * none, or the window has too few seconds.
    */
  def responseMsByBatch: Option[Vector[Double]] = {
    val all = whole(window)
    val means = BatchMeans.ranges(all.size).map(part => timeline.meanMs(all.slice(part.start, part.end)))
    Option.when(all.size >= BatchMeans.batches && means.forall(_.isDefined))(means.flatten)
  }

  private def whole(window: Window): Range = (window.fromMs + 999) / 1000 until window.toMs / 1000
}

object RunStatistics {

  /** Takes the records of a log one by one, and has their statistics at its end. */
  trait Collector {
    def add(record: LogRecord): Unit
    def statistics(log: Log): RunStatistics
  }

  def read(log: Path, by: Collector): Either[LogError, RunStatistics] = LogReader.read(log)(by.add).map(by.statistics)

  def of(window: Window): Collector = new OfWindow(window)

  /** Of an open load whose first user came `arrivesFromMs` or later. */
  def ofOpen(window: Window, arrivesFromMs: Int, perSecond: Double): Collector = new OfWindow(window) {
    private val schedule = new ScheduleLag.Collector(arrivesFromMs, perSecond)

    override def add(record: LogRecord): Unit = {
      super.add(record)
      schedule.add(record)
    }

    override def statistics(log: Log): RunStatistics = super.statistics(log).copy(lag = schedule.lag)
  }

  /** Of a staircase; the window is from its first level to its last. */
  def ofStaircase(steps: Vector[(Int, Window)]): Collector =
    new OfWindow(Window(steps.head._2.fromMs, steps.last._2.toMs)) {
      private val staircase = new Levels.Collector(steps)

      override def add(record: LogRecord): Unit = {
        super.add(record)
        staircase.add(record)
      }

      override def statistics(log: Log): RunStatistics =
        super.statistics(log).copy(occupancy = staircase.occupancy, levels = staircase.readings)
    }

  /** Of a burst that came `fromMs` or later; the window is from its first request to its last and `afterMs` more. It is
    * known at the end: the records are kept till then, a few of each user.
    */
  def ofBurst(fromMs: Int, afterMs: Int): Collector = new Collector {
    private val burst = new BurstTimes.Collector(fromMs)
    private val records = ArrayBuffer.empty[LogRecord]

    def add(record: LogRecord): Unit = {
      burst.add(record)
      records += record
    }

    def statistics(log: Log): RunStatistics = {
      val collector = of(burst.times.fold(Window(fromMs, fromMs + 1))(_.window(afterMs)))
      records.foreach(collector.add)
      collector.statistics(log).copy(burst = burst.times)
    }
  }

  /** What every run has. Its memory follows the response times, the names and the length of the run. */
  private sealed class OfWindow(window: Window) extends Collector {
    private val inWindow = new LogStatistics(window.fromMs, window.toMs)
    private val wholeRun = new LogStatistics(0, Int.MaxValue)
    private val occupancy = new Occupancy.Collector(window)
    private val timeline = new Timeline.Collector
    private val stalls = new Stalls.Collector(window)

    def add(record: LogRecord): Unit = {
      inWindow.add(record)
      wholeRun.add(record)
      occupancy.add(record)
      timeline.add(record)
      stalls.add(record)
    }

    def statistics(log: Log): RunStatistics = RunStatistics(
      log,
      window,
      Tallies
        .named(inWindow.requests.all)
        .map { case (path, tally) => path -> outcome(tally, inWindow.requests.course(tally), window.seconds) }
        .toMap,
      total(inWindow, window.seconds),
      total(wholeRun, wholeRun.runSeconds),
      new GatlingFigures(wholeRun.total.ok, wholeRun.total.ko, wholeRun.runSeconds),
      wholeRun.firstFailedRequest,
      occupancy.occupancy,
      timeline,
      stalls.longest,
      occupancy.disturbedFromMs
    )

    private def total(of: LogStatistics, seconds: Double): Outcome = outcome(of.total, Some(of.total.course), seconds)

    /** Without messages where it shares them with others. */
    private def outcome(tally: Tally, course: Option[Course], seconds: Double): Outcome =
      Outcome.of(tally, seconds, course.fold(Vector.empty[(String, Long)])(_.messages.counts).toMap)
  }
}

/** The longest time of a window, in milliseconds, in which requests of a path waited all the while and none was
  * answered OK. One that was never answered has no record, and so is not seen to wait.
  *
  * Time is cut into buckets of [[Stalls.resolutionMs]]: a result is less than two of them too long, or less than one
  * too short. A stall ends where nobody waits for a whole bucket: a pause shorter than one never ends it, a pause of
  * two always.
  */
object Stalls {
  val resolutionMs: Int = 10

  /** Collects the records of a log one by one. It keeps two bits for each bucket of the window and each path. */
  final class Collector(window: Window) {
    private val byPath = mutable.HashMap.empty[(Vector[String], String), Buckets]

    def add(record: LogRecord): Unit = record match {
      case request: Request if request.end >= window.fromMs && request.start < window.toMs =>
        byPath.getOrElseUpdate((request.groups, request.name), new Buckets(window)).add(request)
      case _ => ()
    }

    def longest: Map[String, Int] = byPath.map { case ((groups, name), seen) =>
      Run.path(groups :+ name) -> seen.longest
    }.toMap
  }

  /** In which buckets some waited, and in which one was answered OK. */
  private final class Buckets(window: Window) {
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
