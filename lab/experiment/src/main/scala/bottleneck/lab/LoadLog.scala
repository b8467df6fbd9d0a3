package bottleneck.lab

import bottleneck.lab.files.WholeFile
import bottleneck.lab.log.{LogError, LogHeader, LogReader, LogRecord, LogSink}
import bottleneck.lab.log.LogRecord.{Error, Group, Request, User}
import java.nio.file.Path
import scala.collection.mutable
import scala.concurrent.duration._
import scala.util.Using

/** Makes a simulation.log that of the load alone: without the users of other scenarios, whose requests are silent, and
  * what was before it, and with all times since the load's beginning. Gatling makes its report of it afterwards, so
  * both reports are of the same.
  */
private object LoadLog {

  /** The scenario whose only user comes when the load begins. */
  val clock = "clock"

  /** Keeps the scenarios in `kept`. A log that is cut or cannot be read stays as it is, so that this is still seen.
    * Each user of the load, and its clock, was `heldBack` before the load began.
    */
  def keep(log: Path, kept: Vector[String], heldBack: FiniteDuration = Duration.Zero): Either[LogError, Unit] = {
    val first = mutable.Map.empty[Int, Int]
    LogReader
      .read(log) {
        case User(scenario, true, at) => first(scenario) = math.min(at, first.getOrElse(scenario, at))
        case _ => ()
      }
      .flatMap { read =>
        val begin = (kept :+ clock).flatMap(name => first.get(read.header.scenarios.indexOf(name))).minOption
        begin.filter(_ => !read.isPartial).fold[Either[LogError, Unit]](Right(())) { came =>
          val moving = new Moving(came, heldBack.toMillis.toInt, read.header.scenarios.map(kept.indexOf(_)))
          rewrite(log, read.header.copy(start = read.header.start + moving.begin, scenarios = kept), moving)
        }
      }
  }

  private def rewrite(log: Path, header: LogHeader, moving: Moving): Either[LogError, Unit] =
    WholeFile.writeUnless(log) { output =>
      Using.resource(LogSink.of(output, header)) { writer =>
        val late = new LateArrivals(writer.write)
        LogReader.read(log)(record => moving.moved(record).foreach(late.write)).map(_ => late.end())
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

  /** By the arrival of the first user, the delay of each in ms, and each scenario's index in the new log, or −1. */
  private final class Moving(came: Int, held: Int, scenarios: Vector[Int]) {
    val begin: Int = came + held

    def moved(record: LogRecord): Option[LogRecord] = record match {
      case User(scenario, arrives, at) =>
        Some(scenarios(scenario)).filter(_ >= 0).map(User(_, arrives, since(if (arrives) at + held else at)))
      case other if other.at < begin => None
      case request: Request => Some(request.copy(start = since(request.start), end = since(request.end)))
      case group: Group => Some(group.copy(start = since(group.start), end = since(group.end)))
      case error: Error => Some(error.copy(at = since(error.at)))
    }

    /** Users of one moment are logged in no order. */
    private def since(ms: Int): Int = math.max(0, ms - begin)
  }
}
