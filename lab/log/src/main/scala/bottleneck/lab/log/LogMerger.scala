package bottleneck.lab.log

import bottleneck.lab.log.LogRecord._
import java.io.{IOException, OutputStream}
import java.nio.file.{Files, Path}
import scala.annotation.tailrec
import scala.collection.mutable
import scala.util.Using

/** Merges the logs that several machines wrote of one simulation into one that Gatling makes its report of.
  *
  * Records are merged by the time they were written at, not appended: Gatling's report counts users in the order of the
  * log. So all logs are open at once, each with one record in memory.
  */
object LogMerger {

  /** A log that ends within a record is merged up to there, and the result is partial.
    *
    * @param target
    *   output file, which must not be one of the logs
    * @param toTarget
    *   gives the output of `target` to what writes it, and returns what that returns: on an error nothing may be left
    */
  def merge(logs: Vector[Path], target: Path)(
      toTarget: (OutputStream => Either[LogError, Log]) => Either[LogError, Log]
  ): Either[LogError, Log] =
    try
      distinct(logs, target).flatMap(_ =>
        Using.Manager { use =>
          for {
            opened <- collect(logs)(OpenLog.of(_).map(use(_)))
            parts <- parts(logs.zip(opened))
            merged <- toTarget(write(parts, _))
          } yield merged
        }.get
      )
    catch { case error: IOException => Left(LogError.Unwritable(target, LogError.reason(error))) }

  private def distinct(logs: Vector[Path], target: Path): Either[LogError, Unit] = {
    val files = (logs.filter(Files.exists(_)) ++ Vector(target).filter(Files.exists(_))).map(_.toRealPath())
    files.diff(files.distinct).headOption.map(LogError.SameLogTwice).toLeft(())
  }

  private def parts(logs: Vector[(Path, OpenLog)]): Either[LogError, Parts] =
    logs.headOption.toRight(LogError.NothingToMerge).flatMap { case (_, first) =>
      val runs = logs.map(_._2.run)
      val run = first.run.copy(
        start = runs.map(_.start).min,
        description = runs.map(_.description).find(_.nonEmpty).getOrElse(""),
        scenarios = runs.flatMap(_.scenarios).distinct,
        assertions = runs.flatMap(_.assertions).distinct
      )
      collect(logs) { case (path, log) => Part.of(path, log, run) }.map(Parts(run, _))
    }

  private final case class Parts(run: Run, parts: Vector[Part])

  private def write(parts: Parts, output: OutputStream): Either[LogError, Log] =
    Using.resource(new LogWriter(output, parts.run)) { writer =>
      implicit val earliestFirst: Ordering[Part] = Ordering.by[Part, Int](_.at).reverse
      val open = mutable.PriorityQueue.from(parts.parts.filter(_.hasNext))

      @tailrec def rest(records: Long): Either[LogError, Long] =
        if (open.isEmpty) Right(records)
        else {
          val part = open.dequeue()
          part.next() match {
            case Some(record) =>
              writer.write(record)
              if (part.hasNext) open += part
              rest(records + 1)
            case None => Left(LogError.TooFarApart(part.path))
          }
        }

      for {
        records <- rest(records = 1)
        logs <- collect(parts.parts)(_.outcome)
      } yield Log(parts.run, records, logs.exists(_.isPartial))
    }

  /** One of the logs, as records of the merged one. */
  private final class Part(val path: Path, log: OpenLog, shift: Int, scenarios: Vector[Int]) {
    def hasNext: Boolean = log.hasNext
    def outcome: Either[LogError, Log] = log.outcome

    /** Time of the next record in ms, on the clock of the merged log. */
    def at: Int = math.min(log.head.at.toLong + shift, LogFormat.longestMs.toLong).toInt

    /** The next record, unless its times do not fit. */
    def next(): Option[LogRecord] = {
      val record = log.next()
      Option.when(record.at.toLong + shift <= LogFormat.longestMs)(moved(record))
    }

    private def moved(record: LogRecord): LogRecord = record match {
      case request: Request => request.copy(start = request.start + shift, end = request.end + shift)
      case group: Group => group.copy(start = group.start + shift, end = group.end + shift)
      case user: User => user.copy(scenario = scenarios(user.scenario), at = user.at + shift)
      case error: Error => error.copy(at = error.at + shift)
    }
  }

  private object Part {
    def of(path: Path, log: OpenLog, merged: Run): Either[LogError, Part] = {
      val run = log.run
      val shift = run.start - merged.start
      if (run.simulation != merged.simulation)
        Left(LogError.OtherSimulation(path, run.simulation, merged.simulation))
      else if (run.gatlingVersion != merged.gatlingVersion)
        Left(LogError.MixedVersions(path, run.gatlingVersion, merged.gatlingVersion))
      // negative when even a Long cannot hold it
      else if (shift < 0 || shift > LogFormat.longestMs) Left(LogError.TooFarApart(path))
      else Right(new Part(path, log, shift.toInt, run.scenarios.map(merged.scenarios.zipWithIndex.toMap)))
    }
  }

  /** All results in order, or the first error. */
  private def collect[A, B](inputs: Vector[A])(each: A => Either[LogError, B]): Either[LogError, Vector[B]] =
    inputs.foldLeft[Either[LogError, Vector[B]]](Right(Vector.empty))((done, input) =>
      done.flatMap(results => each(input).map(results :+ _))
    )
}
