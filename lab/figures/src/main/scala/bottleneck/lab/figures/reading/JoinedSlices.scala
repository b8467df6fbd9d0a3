package bottleneck.lab.figures.reading

import bottleneck.lab.figures.Problem
import bottleneck.lab.figures.files.{Csv, MetricsFile}
import bottleneck.lab.figures.statistics.Window
import bottleneck.lab.log.LogRecord._
import bottleneck.lab.log.{Log, LogError, LogReader, LogRecord, LogSink, WholeFile}
import java.nio.file.Path
import scala.util.Using

/** The full slices of one variant, one after the other as if nothing had been between them: its log and its metrics are
  * then those of a run by itself. `slices` are in ms since the run's start; the first one begins `settleMs` after that
  * of the joined record.
  */
final class JoinedSlices(slices: Vector[Window], settleMs: Int) {
  require(slices.nonEmpty, "a variant needs a slice")

  private val begins = slices.scanLeft(settleMs)(_ + length(_))

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
      at(end).map(at => request.copy(groups, start = math.max(0, at - (end - start)), end = at))
    case group @ Group(`of` +: groups, start, end, _, _) if groups.nonEmpty =>
      at(end).map(at => group.copy(groups, start = math.max(0, at - (end - start)), end = at))
    case error: Error => at(error.at).map(ms => error.copy(at = ms))
    case _: Request | _: Group | _: User => None
  }

  /** Time in the joined record; none outside the slices. */
  private def at(ms: Int): Option[Int] = {
    val n = slices.indexWhere(_.contains(ms))
    Option.when(n >= 0)(begins(n) + ms - slices(n).fromMs)
  }

  /** Leaves of a metrics.csv the rows of the slices, its counters without what they grew between slices. The run
    * started at `start`, in ms since the epoch. The rows nearest to the ends of a slice stand for these, so what a
    * counter grows between them is scaled to the slice.
    */
  def metrics(file: Path, start: Long): Either[Problem, Unit] = for {
    text <- Csv.text(file)
    table <- Csv.parse(file, text.take(text.lastIndexOf('\n') + 1))(_ => None)
    rows <- Problem.each(table.rows)(row =>
      row.as(MetricsFile.time, "time")(_.toLongOption).map(at => (at - start) -> row.cells)
    )
  } yield {
    val (joined, _) =
      slices.zip(begins).foldLeft((Vector.empty[Vector[String]], Map.empty[String, Double])) {
        case ((before, grown), (slice, begin)) =>
          val inside = rowsOf(slice, rows)
          val scale = inside.headOption.fold(1.0) { case (first, _) =>
            length(slice).toDouble / math.max(1L, inside.last._1 - first)
          }
          val counters = table.columns
            .filter(_.endsWith("_total"))
            .map { column =>
              val known = inside.flatMap(_._2(column).toDoubleOption)
              column -> known.headOption
            }
            .toMap
          def grew(column: String, cells: Map[String, String]): Option[Double] = for {
            first <- counters.get(column).flatten
            now <- cells(column).toDoubleOption
          } yield grown.getOrElse(column, 0.0) + math.max(0, now - first) * scale
          val made = inside.map { case (at, cells) =>
            val time = start + begin + ((at - inside.head._1) * scale).round
            table.columns.map {
              case MetricsFile.time => time.toString
              case column if counters.contains(column) => grew(column, cells).fold("")(Csv.plain)
              case column => cells(column)
            }
          }
          val after =
            counters.keys.flatMap(column => inside.flatMap(row => grew(column, row._2)).maxOption.map(column -> _))
          (before ++ made, grown ++ after)
      }
    WholeFile.write(file, Csv.render(table.columns +: joined))
  }

  /** From the row nearest to its beginning to that nearest to its end; none where that is the same. */
  private def rowsOf(slice: Window, rows: Vector[(Long, Map[String, String])]): Vector[(Long, Map[String, String])] = {
    def nearest(ms: Int): Int = rows.indices.minByOption(n => math.abs(rows(n)._1 - ms)).getOrElse(0)
    val (first, last) = (nearest(slice.fromMs), nearest(slice.toMs))
    if (first < last) rows.slice(first, last + 1) else Vector.empty
  }

  private def length(slice: Window): Int = slice.toMs - slice.fromMs
}
