package bottleneck.lab.explain.statistics

import bottleneck.lab.log.{LogError, LogReader, LogRecord}
import bottleneck.lab.log.LogRecord.{judged, Request, User}
import bottleneck.lab.statistics.{ExactCounts, Window}
import java.nio.file.Path
import scala.collection.mutable

/** Send and answer times of a burst's requests: start of the first and end of the last, failed or not, since the run
  * record's start, and since `firstMs`, when 10 %, 20 %, … 100 % of the OK responses had come (nearest rank; empty
  * without any). `spreadMs` is from the first start to the last.
  */
final case class BurstTimes(requests: Int, firstMs: Int, lastMs: Int, spreadMs: Int, answeredByMs: Vector[Int]) {
  def window(afterMs: Int): Window = Window(firstMs, lastMs + 1 + afterMs)

  /** Time of the last OK response, in ms since `firstMs`. */
  def allAnsweredMs: Option[Int] = answeredByMs.lastOption
}

object BurstTimes {
  private val tenths = Vector.range(1, 11).map(_ * 10.0)

  /** Times of the requests sent from `fromMs` of the run on; none without any. */
  def read(log: Path, fromMs: Int): Either[LogError, Option[BurstTimes]] = {
    val times = new Collector(fromMs)
    LogReader.read(log)(times.add).map(_ => times.times)
  }

  /** Collects the records of a log one by one, in any order. Its memory is that of [[ExactCounts]]. */
  private[statistics] final class Collector(fromMs: Int) {
    private var requests = 0
    private var firstStart = Int.MaxValue
    private var lastStart = 0
    private var lastEnd = 0
    private val answered = new ExactCounts

    def add(record: LogRecord): Unit = record match {
      case request: Request if request.start >= fromMs =>
        requests += 1
        firstStart = math.min(firstStart, request.start)
        lastStart = math.max(lastStart, request.start)
        lastEnd = math.max(lastEnd, request.end)
        if (request.ok) answered.add(request.end)
      case _ => ()
    }

    def times: Option[BurstTimes] = Option.when(requests > 0) {
      val answers = if (answered.count == 0) Vector.empty else answered.percentiles(tenths)
      BurstTimes(requests, firstStart, lastEnd, lastStart - firstStart, answers.map(_ - firstStart))
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

/** Failed requests counted by message. Messages may all differ, as those of checks that include the value found: the
  * first [[ErrorCounts.most]] are counted each, later ones as [[ErrorCounts.others]].
  */
private[statistics] final class ErrorCounts {
  import ErrorCounts._

  private val byMessage = mutable.Map.empty[String, Long].withDefaultValue(0L)

  def add(message: String): Unit = {
    val isKept = byMessage.size < most || byMessage.contains(message)
    byMessage(if (isKept) message else others) += 1
  }

  def counts: Map[String, Long] = byMessage.toMap
}

object ErrorCounts {
  val most: Int = 1000

  /** Stands for all further messages; no kind of failure is known of it. */
  val others: String = s"one of more than $most different messages"
}

/** Outcomes of the requests that were sent within one second since the run record's start. */
final case class Sent(second: Int, ok: Long, ko: Long, errors: Map[String, Long] = Map.empty)

/** Outcomes of all requests of a run by the second in which they were sent. */
final case class SentSeconds(sent: Vector[Sent])

object SentSeconds {

  /** None of a log without requests. */
  def read(log: Path): Either[LogError, Option[SentSeconds]] = {
    val seconds = mutable.LongMap.empty[Counts]
    LogReader
      .read(log) {
        case request: Request => seconds.getOrElseUpdate(request.start / 1000L, new Counts).add(request)
        case _ => ()
      }
      .map { _ =>
        val sent = seconds.toVector.sortBy(_._1).map { case (second, counts) => counts.sent(second.toInt) }
        Option.when(sent.nonEmpty)(SentSeconds(sent))
      }
  }

  private final class Counts {
    private val errors = new ErrorCounts
    private var ok = 0L
    private var ko = 0L

    def add(request: Request): Unit =
      if (request.ok) ok += 1
      else {
        ko += 1
        errors.add(request.message)
      }

    def sent(second: Int): Sent = Sent(second, ok, ko, errors.counts)
  }
}
