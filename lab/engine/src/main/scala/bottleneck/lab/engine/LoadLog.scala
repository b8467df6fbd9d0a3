package bottleneck.lab.engine

import bottleneck.lab.log.LogRecord.{Error, Group, Request, User}
import bottleneck.lab.log.{Log, LogError, LogHeader, LogReader, LogRecord, LogSink, WholeFile}
import java.io.OutputStream
import java.nio.file.Path
import java.util.concurrent.atomic.LongAdder
import scala.collection.mutable
import scala.concurrent.duration._
import scala.util.Using

/** What the log of a load keeps: users of these scenarios, each of whom, and its clock, was `heldBack` before the load
  * began; where several variants share the log, the requests of one `group`, which they are in no more then.
  */
private[lab] final case class KeptUsers(
    scenarios: Vector[String],
    heldBack: FiniteDuration = Duration.Zero,
    group: Option[String] = None
) {

  /** The groups of a request below this one; none where it is in another. */
  def inside(groups: Vector[String]): Option[Vector[String]] =
    group.fold(Option(groups))(own => Option.when(groups.headOption.contains(own))(groups.tail))
}

/** Makes a simulation.log that of the load alone: without the users of other scenarios, whose requests are silent, and
  * what was before it, and with all times since the load's beginning. Gatling makes its report of it afterwards, so
  * both reports are of the same.
  */
private[lab] object LoadLog {

  /** The scenario whose only user comes when the load begins. */
  final val clock = "clock"

  /** Users of one moment are logged in no order: so many ms. */
  private val disorder = 1000

  /** Writes `into` what is to be `kept`, and gives each record that is left to `seen`. A log that is cut, has no such
    * user or cannot be read is an error: it stays as it is, so that this is still seen.
    */
  def keep(log: Path, kept: KeptUsers, into: Path)(seen: LogRecord => Unit): Either[LogError, Log] =
    LogReader.peek(log)(beginning(_, _, kept)).flatMap { case (header, came) =>
      came.toRight(LogError.Unreadable(log, "no user of the load came")).flatMap { first =>
        val moving = new Moving(first, kept, header.scenarios)
        val left = header.copy(start = header.start + moving.begin, scenarios = kept.scenarios)
        WholeFile.writeUnless(into)(rewrite(log, left, moving, seen, _))
      }
    }

  /** Keeps the loads of several variants in the log of their run. */
  def keepAll(folder: Path, kept: Vector[KeptUsers]): Unit = {
    val log = folder.resolve(LogReader.file)
    val _ = keep(log, KeptUsers(kept.flatMap(_.scenarios)), log)(_ => ())
  }

  private def beginning(
      header: LogHeader,
      records: Iterator[LogRecord],
      kept: KeptUsers
  ): (LogHeader, Option[Int]) = {
    // a clock that is shared belongs to another variant
    val own = (kept.scenarios ++ Option.when(kept.group.isEmpty)(clock)).map(header.scenarios.indexOf(_)).toSet
    def arrival(record: LogRecord): Option[Int] = Some(record).collect { case User(of, true, at) if own(of) => at }
    val first = records.flatMap(arrival).nextOption()
    header -> first.map(at => records.takeWhile(_.at <= at + disorder).flatMap(arrival).foldLeft(at)(math.min))
  }

  private def rewrite(
      log: Path,
      header: LogHeader,
      moving: Moving,
      seen: LogRecord => Unit,
      output: OutputStream
  ): Either[LogError, Log] = Using.resource(LogSink.of(output, header)) { sink =>
    val records = new LongAdder
    val late = new LateArrivals(record => {
      records.increment()
      sink.write(record)
      seen(record)
    })
    for {
      read <- LogReader.read(log)(record => moving.moved(record).foreach(late.write))
      _ <- Either.cond(!read.isPartial, (), LogError.Unreadable(log, "it is cut"))
    } yield {
      late.end()
      Log(header, 1 + records.sum, isPartial = false, read.backwards)
    }
  }

  /** Writes arrivals that are now later than they were logged when their time has come, as Gatling counts users in the
    * order of the log. They are all later by the same, so they keep their own order.
    */
  private final class LateArrivals(next: LogRecord => Unit) {
    private val waiting = mutable.Queue.empty[LogRecord]

    def write(record: LogRecord): Unit = record match {
      case arrival @ User(_, true, _) => waiting.enqueue(arrival)
      case other =>
        waiting.dequeueWhile(_.at <= other.at).foreach(next)
        next(other)
    }

    def end(): Unit = waiting.dequeueAll(_ => true).foreach(next)
  }

  /** By the arrival of the first user, in ms. */
  private final class Moving(came: Int, kept: KeptUsers, before: Vector[String]) {
    private val held = kept.heldBack.toMillis.toInt

    /** Each scenario's index in the new log, or −1. */
    private val scenarios = before.map(kept.scenarios.indexOf(_))
    val begin: Int = came + held

    def moved(record: LogRecord): Option[LogRecord] = record match {
      case User(scenario, arrives, at) =>
        Some(scenarios(scenario)).filter(_ >= 0).map(User(_, arrives, since(if (arrives) at + held else at)))
      case other if other.at < begin => None
      case request: Request =>
        kept.inside(request.groups).map(request.copy(_, start = since(request.start), end = since(request.end)))
      case group: Group =>
        kept
          .inside(group.groups)
          .filter(_.nonEmpty)
          .map(group.copy(_, start = since(group.start), end = since(group.end)))
      case error: Error => Some(error.copy(at = since(error.at)))
    }

    /** Users of one moment are logged in no order. */
    private def since(ms: Int): Int = math.max(0, ms - begin)
  }
}
