package bottleneck.lab.explain.statistics

import bottleneck.lab.log.{Log, LogError, LogReader, LogRecord}
import bottleneck.lab.log.LogRecord.{judged, Request, User}
import bottleneck.lab.model.GatlingFigures
import bottleneck.lab.statistics.{BatchMeans, Window}
import java.nio.file.Path
import java.util
import scala.collection.mutable

/** Statistics of a simulation.log; the occupancy of a staircase is over the judged parts of its levels.
  * `disturbedFromMs` is when the first user came who is not judged, after those who are, since the run record's start.
  */
final case class RunStatistics(
    log: Log,
    measurement: Measurement,
    wholeRun: WholeRun,
    occupancy: Occupancy,
    timeline: Timeline.Collector,
    stalls: Map[String, Int],
    firstFailure: Option[FirstFailure],
    disturbedFromMs: Option[Int],
    burst: Option[BurstTimes] = None,
    lag: Option[ScheduleLag] = None,
    levels: Vector[LevelReading] = Vector.empty
) {

  /** The seconds that lie wholly in a part of the run, also those after the last record. */
  def within(window: Window): Vector[Second] =
    whole(window).toVector
      .map(n => all.lift(n).getOrElse(Second(n, users = 0, inFlight = 0, ok = 0, ko = 0, None, None, None)))

  def seconds: Vector[Second] = within(measurement.window)

  /** OK responses of each whole second of the window; nothing where it has too few to judge them. */
  def perSecond: Option[Vector[Double]] = Some(seconds.map(_.ok.toDouble)).filter(_.size >= BatchMeans.batches)

  private lazy val all = timeline.timeline

  /** Mean response time of OK responses in each of ten parts of the window, in milliseconds; nothing where a part has
    * none, or the window has too few seconds.
    */
  def responseMsByBatch: Option[Vector[Double]] = {
    val all = whole(measurement.window)
    val means = BatchMeans.ranges(all.size).map(part => timeline.meanMs(all.slice(part.start, part.end)))
    Option.when(all.size >= BatchMeans.batches && means.forall(_.isDefined))(means.flatten)
  }

  private def whole(window: Window): Range = (window.fromMs + 999) / 1000 until window.toMs / 1000
}

object RunStatistics {

  /** Reads the log, and gives each record to `more` too. */
  def read(log: Path, window: Window, more: LogRecord => Unit = _ => ()): Either[LogError, RunStatistics] = {
    val collector = new Collector(window)
    LogReader
      .read(log) { record =>
        collector.add(record)
        more(record)
      }
      .map(collector.statistics)
  }

  /** Reads the log of a burst that came `fromMs` or later; the window is from its first request to its last and
    * `afterMs` more.
    */
  def readBurst(log: Path, fromMs: Int, afterMs: Int): Either[LogError, RunStatistics] = for {
    times <- BurstTimes.read(log, fromMs)
    statistics <- read(log, times.fold(Window(fromMs, fromMs + 1))(_.window(afterMs)))
  } yield statistics.copy(burst = times)

  /** Reads the log of an open load whose first user came `arrivesFromMs` or later. */
  def readOpen(log: Path, window: Window, arrivesFromMs: Int, perSecond: Double): Either[LogError, RunStatistics] = {
    val schedule = new ScheduleLag.Collector(arrivesFromMs, perSecond)
    read(log, window, schedule.add).map(_.copy(lag = schedule.lag))
  }

  /** Reads the log of a staircase; the window is from its first level to its last. */
  def readStaircase(log: Path, steps: Vector[(Int, Window)]): Either[LogError, RunStatistics] = {
    val staircase = new Levels.Collector(steps)
    read(log, Window(steps.head._2.fromMs, steps.last._2.toMs), staircase.add)
      .map(_.copy(occupancy = staircase.occupancy, levels = staircase.readings))
  }

  /** Gives each record to all that every run has collected. */
  private final class Collector(window: Window) {
    private val measurement = new Measurement.Collector(window)
    private val wholeRun = new WholeRun.Collector
    private val occupancy = new Occupancy.Collector(window)
    private val timeline = new Timeline.Collector
    private val stalls = new Stalls.Collector(window)
    private val firstFailure = new FirstFailure.Collector

    def add(record: LogRecord): Unit = {
      measurement.add(record)
      wholeRun.add(record)
      occupancy.add(record)
      timeline.add(record)
      stalls.add(record)
      firstFailure.add(record)
    }

    def statistics(log: Log): RunStatistics = RunStatistics(
      log,
      measurement.measurement,
      wholeRun.wholeRun,
      occupancy.occupancy,
      timeline,
      stalls.longest,
      firstFailure.firstFailure,
      occupancy.disturbedFromMs
    )
  }
}

/** Every request of a run: what Gatling's own report is of. Seconds are whole ones from the first record to the last,
  * rounded up, as Gatling has it (`ResultsHolder`).
  */
final case class WholeRun(outcome: Outcome, figures: GatlingFigures)

object WholeRun {

  /** Collects the records of a log one by one. Its memory hardly grows. */
  final class Collector {
    private val requests = new Outcome.Collector
    private var first = Int.MaxValue
    private var last = 0

    def add(record: LogRecord): Unit = record match {
      case request: Request =>
        requests.add(request)
        span(request.start, request.end)
      case User(_, _, at) => span(at, at)
      case _ => ()
    }

    private def span(from: Int, to: Int): Unit = {
      first = math.min(first, from)
      last = math.max(last, to)
    }

    def wholeRun: WholeRun = {
      val seconds = math.max(1, math.ceil((last.toLong - first) / 1000.0))
      WholeRun(requests.outcome(seconds), new GatlingFigures(requests.ok, requests.ko, seconds))
    }
  }
}

/** The longest time of a window, in milliseconds, in which requests of a name waited all the while and none was
  * answered OK. One that was never answered has no record, and so is not seen to wait.
  *
  * Time is cut into buckets of [[Stalls.resolutionMs]]: a result is less than two of them too long, or less than one
  * too short. A stall ends where nobody waits for a whole bucket: a pause shorter than one never ends it, a pause of
  * two always.
  */
object Stalls {
  val resolutionMs: Int = 10

  /** Collects the records of a log one by one. It keeps two bits for each bucket of the window and each name. */
  final class Collector(window: Window) {
    private val byName = mutable.LinkedHashMap.empty[String, Tally]

    def add(record: LogRecord): Unit = record match {
      case request: Request if request.end >= window.fromMs && request.start < window.toMs =>
        byName.getOrElseUpdate(request.name, new Tally(window)).add(request)
      case _ => ()
    }

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

/** The first failed request of a run, in ms since the run record's start, and how many users there were. */
final case class FirstFailure(atMs: Int, users: Int)

object FirstFailure {

  /** Collects the records of a log one by one; `users` counts those that had arrived when the record was written. */
  final class Collector {
    private var users = 0
    private var first = Option.empty[FirstFailure]

    def add(record: LogRecord): Unit = record match {
      case User(`judged`, arrives, _) => users += (if (arrives) 1 else -1)
      case Request(_, _, _, end, false, _) if first.forall(end < _.atMs) => first = Some(FirstFailure(end, users))
      case _ => ()
    }

    def firstFailure: Option[FirstFailure] = first
  }
}
