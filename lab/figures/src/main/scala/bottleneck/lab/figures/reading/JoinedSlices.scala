package bottleneck.lab.figures.reading

import bottleneck.lab.figures.Problem
import bottleneck.lab.figures.files.{Csv, MetricsFile}
import bottleneck.lab.figures.statistics.Window
import bottleneck.lab.log.LogRecord._
import bottleneck.lab.log.{Log, LogError, LogReader, LogRecord, LogSink, WholeFile}
import java.nio.file.Path
import scala.util.Using

/** The slices of one variant in a run by turns, one after the other as if nothing had been between them: its log and
  * its metrics are then those of a run by itself. `slices` are in ms since the run's start; the first one begins
  * `settleMs` after that of the joined record.
  */
final class JoinedSlices(slices: Vector[Window], settleMs: Int) {
  require(slices.nonEmpty, "a variant needs a slice")

  private val begins = slices.scanLeft(settleMs)(_ + length(_))

  def lengthMs: Int = begins.last - settleMs

  /** Writes the requests of the group `of` that ended in a slice, and `users` who stay throughout, to `joined`. */
  def log(log: Path, joined: Path, of: String, users: Int): Either[LogError, Log] =
    LogReader.peek(log)((h, _) => h).flatMap { header =>
      WholeFile.writeUnless(joined) { output =>
        Using.resource(LogSink.of(output, header.copy(scenarios = Vector(of)))) { sink =>
          (1 to users).foreach(_ => sink.write(User(0, arrives = true, 0)))
          val read = LogReader.read(log)(record => moved(record, of).foreach(sink.write))
          (1 to users).foreach(_ => sink.write(User(0, arrives = false, begins.last)))
          read
        }
      }
    }

  private def moved(record: LogRecord, of: String): Option[LogRecord] = record match {
    case request @ Request(`of` +: groups, _, start, end, _, _) =>
      at(end).map(at => request.copy(groups, start = began(at, end - start), end = at))
    case group @ Group(`of` +: groups, start, end, _, _) if groups.nonEmpty =>
      at(end).map(at => group.copy(groups, start = began(at, end - start), end = at))
    case error: Error => at(error.at).map(ms => error.copy(at = ms))
    case _: Request | _: Group | _: User => None
  }

  private def began(at: Int, took: Int): Int = {
    require(took <= at, s"a request of $took ms began before its slice")
    at - took
  }

  /** Time in the joined record; none outside the slices. */
  private def at(ms: Int): Option[Int] = {
    val n = slices.indexWhere(_.contains(ms))
    Option.when(n >= 0)(begins(n) + ms - slices(n).fromMs)
  }

  /** Writes the rows of a metrics.csv that lie in a slice, its counters without what they grew between slices. The run
    * started at `start`, in ms since the epoch. A slice's first and last row, some ms from its ends, stand for these.
    */
  def metrics(file: Path, start: Long): Either[Problem, Unit] = for {
    text <- Csv.text(file)
    table <- Csv.parse(file, text.take(text.lastIndexOf('\n') + 1))(_ => None)
    rows <- Problem.each(table.rows)(row =>
      row.as(MetricsFile.time, "time")(_.toLongOption).map(at => (at - start) -> row.cells)
    )
  } yield {
    val counters = table.columns.filter(_.endsWith("_total"))
    val grown = counters.map(_ -> 0.0).to(collection.mutable.Map)
    val joined = for {
      (slice, begin) <- slices.zip(begins)
      inside = rows.filter { case (at, _) =>
        slice.fromMs - JoinedSlices.near <= at && at <= slice.toMs + JoinedSlices.near
      }
      if inside.size > 1
      row <- {
        val (first, last) = (inside.head, inside.last)
        val stretch = length(slice).toDouble / (last._1 - first._1)
        val before = grown.toMap
        val made = inside.map { case (at, cells) =>
          val time = start + begin + ((at - first._1) * stretch).round
          table.columns.map {
            case MetricsFile.time => time.toString
            case column if before.contains(column) => counted(column, cells, first._2, before(column))
            case column => cells(column)
          }
        }
        counters.foreach(column => growth(column, last._2, first._2).foreach(by => grown(column) += by))
        made
      }
    } yield row
    WholeFile.write(file, Csv.render(table.columns +: joined))
  }

  private def counted(column: String, cells: Map[String, String], first: Map[String, String], before: Double): String =
    growth(column, cells, first).fold("")(by => BigDecimal(before + by).bigDecimal.toPlainString)

  private def growth(column: String, cells: Map[String, String], first: Map[String, String]): Option[Double] =
    for { now <- cells(column).toDoubleOption; from <- first(column).toDoubleOption } yield math.max(0, now - from)

  private def length(slice: Window): Int = slice.toMs - slice.fromMs
}

private object JoinedSlices {

  /** A row that is due at the end of a slice may come some ms before or after it. */
  private val near = 60L
}
