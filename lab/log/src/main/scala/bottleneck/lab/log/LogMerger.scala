package bottleneck.lab.log

import bottleneck.lab.log.LogRecord._
import java.io.{IOException, OutputStream}
import java.nio.file.{Files, Path}
import scala.collection.mutable
import scala.util.Using

/** Merges the logs that several machines wrote of one simulation into one that Gatling makes its report of.
  *
  * Records are merged by the time they were written at, not appended: Gatling's report counts users in the order of the
  * log. So all logs are open at once, each with one record in memory.
  */
object LogMerger {

  /** A log that ends within a record is merged up to there, and the result is partial. The result has the format of the
    * logs. The target must not be one of them; `notOverlapping` merges even runs of which none went on when the next
    * began; `anyVersion` is that of [[LogReader.read]].
    */
  def merge(
      logs: Vector[Path],
      target: Path,
      notOverlapping: Boolean = false,
      anyVersion: Boolean = false
  ): Either[LogError, Log] =
    try
      for {
        _ <- distinct(logs, target)
        // a text log names its scenarios, and any log its end, only when it has been read
        parts <- collect(logs)(Part.of(_, anyVersion))
        header <- merged(parts)
        _ <- if (notOverlapping) Right(()) else overlapping(parts.sortBy(_.begin))
        log <- WholeFile.writeUnless(target)(write(parts, header, _))
      } yield log
    catch { case error: IOException => Left(LogError.Unwritable(target, LogError.reason(error))) }

  private[log] def distinct(logs: Vector[Path], target: Path): Either[LogError, Unit] = {
    val files = (logs :+ target).filter(Files.exists(_)).map(WholeFile.real)
    files.diff(files.distinct).headOption.map(LogError.SameLogTwice).toLeft(())
  }

  private[log] def merged(parts: Vector[Part]): Either[LogError, LogHeader] =
    parts.headOption.toRight(LogError.NothingToMerge).flatMap { first =>
      val headers = parts.map(_.header)
      val header = first.header.copy(
        start = headers.map(_.start).min,
        description = headers.map(_.description).find(_.nonEmpty).getOrElse(""),
        scenarios = headers.flatMap(_.scenarios).distinct,
        assertions = headers.flatMap(_.assertions).distinct
      )
      collect(parts)(_.fits(header)).map(_ => header)
    }

  /** @param parts by their begin */
  private def overlapping(parts: Vector[Part]): Either[LogError, Unit] = {
    val latest = parts.scanLeft(parts.head)((latest, part) => if (part.end > latest.end) part else latest)
    parts
      .zip(latest)
      .collectFirst {
        case (part, before) if part.begin > before.end => LogError.NotOverlapping(part.path, before.path)
      }
      .toLeft(())
  }

  private[log] def write(parts: Vector[Part], header: LogHeader, output: OutputStream): Either[LogError, Log] =
    Using.Manager { use =>
      val sink = use(LogSink.of(output, header))
      collect(parts)(part => OpenLog.of(part.path, anyVersion = true).map(log => part.moved(use(log), header).buffered))
        .flatMap { opened =>
          val earliestFirst = Ordering.by[collection.BufferedIterator[LogRecord], Int](_.head.at).reverse
          val open = mutable.PriorityQueue.from(opened.filter(_.hasNext))(earliestFirst)
          var written = 0L
          while (open.nonEmpty) {
            val part = open.dequeue()
            sink.write(part.next())
            written += 1
            if (part.hasNext) open += part
          }
          val logs = parts.map(_.log)
          val expected = logs.map(_.records - 1).sum
          Either.cond(
            written == expected,
            Log(header, 1 + expected, logs.exists(_.isPartial), logs.map(_.backwards).sum),
            LogError.ConcurrentChange(parts.head.path)
          )
        }
    }.get

  /** One of the logs, with the end of its last record in ms since its start. */
  private[log] final case class Part(path: Path, log: Log, lastMs: Int) {
    def header: LogHeader = log.header
    def begin: Long = header.start
    def end: Long = begin + lastMs

    /** Whether it can be a part of the merged log. */
    def fits(merged: LogHeader): Either[LogError, Unit] = {
      val shift = begin - merged.start
      if (header.simulation != merged.simulation)
        Left(LogError.OtherSimulation(path, header.simulation, merged.simulation))
      else if (version(header) != version(merged))
        Left(LogError.MixedVersions(path, version(header), version(merged)))
      // negative when even a Long cannot hold it
      else if (shift < 0 || shift > LogFormat.longestMs - lastMs) Left(LogError.TooFarApart(path))
      else Right(())
    }

    /** Records of the log, on the clock of the merged one; of one that still grows, those that were read before. */
    def moved(records: Iterator[LogRecord], merged: LogHeader): Iterator[LogRecord] = {
      val shift = (begin - merged.start).toInt
      val scenarios = header.scenarios.map(merged.scenarios.indexOf(_))
      (1L until log.records).iterator.zip(records).map(_._2).map {
        case request: Request => request.copy(start = request.start + shift, end = request.end + shift)
        case group: Group => group.copy(start = group.start + shift, end = group.end + shift)
        case user: User => user.copy(scenario = scenarios(user.scenario), at = user.at + shift)
        case error: Error => error.copy(at = error.at + shift)
      }
    }

    private def version(header: LogHeader): String = s"${header.gatlingVersion} (${header.format.label})"
  }

  private[log] object Part {
    def of(log: Path, anyVersion: Boolean): Either[LogError, Part] = {
      var lastMs = 0
      LogReader.read(log, anyVersion)(record => lastMs = math.max(lastMs, record.at)).map(Part(log, _, lastMs))
    }
  }

  private def collect[A, B](inputs: Vector[A])(each: A => Either[LogError, B]): Either[LogError, Vector[B]] =
    inputs.foldLeft[Either[LogError, Vector[B]]](Right(Vector.empty))((done, input) =>
      done.flatMap(results => each(input).map(results :+ _))
    )
}
