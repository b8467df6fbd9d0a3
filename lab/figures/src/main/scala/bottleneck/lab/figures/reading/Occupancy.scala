package bottleneck.lab.figures.reading

import bottleneck.lab.figures.statistics.Window
import bottleneck.lab.log.LogRecord
import bottleneck.lab.log.LogRecord.{judged, Request, User}
import scala.collection.mutable

/** Mean numbers of users and of unanswered requests over the window, the requests that ended per second, failed ones
  * included, and their mean response time; `seconds` is the length of the part in which all of this is known.
  */
final case class Occupancy(users: Double, inFlight: Double, perSecond: Double, responseSeconds: Double, seconds: Double)

object Occupancy {

  /** Mean over parts of equal length. */
  def mean(parts: Vector[Occupancy]): Occupancy = {
    def of(value: Occupancy => Double): Double = parts.map(value).sum / parts.size
    val perSecond = of(_.perSecond)
    val responding = of(part => part.perSecond * part.responseSeconds)
    Occupancy(
      of(_.users),
      of(_.inFlight),
      perSecond,
      if (perSecond == 0) 0 else responding / perSecond,
      parts.map(_.seconds).sum
    )
  }

  /** Integrates over the window, record by record, in cells of a second: its memory grows with the window alone.
    *
    * A request that is in flight when the load is cut off has no record. So where users never left, the end of the
    * window is left out, for as long as the slowest request took: all that was in flight before it is in the log.
    */
  final class Collector(window: Window) {

    /** Number of the last cell, which is up to two seconds long. */
    private val last = math.max(1, (window.toMs - window.fromMs) / cellMs) - 1
    private val cells = mutable.ArrayBuffer.empty[Cell]
    private var longestMs = 0
    private var lastEndMs = 0
    private var present = 0
    private var disturbed = Option.empty[Int]

    def add(record: LogRecord): Unit = record match {
      case Request(_, _, start, end, _, _) =>
        lastEndMs = math.max(lastEndMs, end)
        if (end > window.fromMs && start < window.toMs) {
          longestMs = math.max(longestMs, end - start)
          val to = cellOf(end)
          var n = cellOf(start)
          while (n <= to) {
            cell(n).add(start, end)
            n += 1
          }
        }
      case User(`judged`, arrives, at) =>
        present += (if (arrives) 1 else -1)
        cell(cellOf(at)).add(arrives, at)
      case User(_, true, at) if present > 0 && disturbed.isEmpty => disturbed = Some(at)
      case _ => ()
    }

    /** Arrival of the first user of another scenario after users of the judged one, in ms. */
    def disturbedFromMs: Option[Int] = disturbed

    def occupancy: Occupancy = {
      val cutMs = if (present > 0) math.max(0, window.toMs + longestMs - lastEndMs) else 0
      val untilMs = window.toMs - math.min(longestMs, cutMs)
      val known = cells.takeWhile(_.window.toMs <= untilMs).toVector
      // after the last record nothing changes
      val restMs = if (known.size == cells.size) untilMs - known.lastOption.fold(window.fromMs)(_.window.toMs) else 0
      val length = (known.map(_.lengthMs).sum + restMs) / 1000.0
      val ended = known.map(_.ended).sum
      if (length <= 0) Occupancy(0, 0, 0, 0, 0)
      else
        Occupancy(
          userMs(known, restMs) / length / 1000,
          known.map(_.requestMs).sum / length / 1000,
          ended / length,
          if (ended == 0) 0.0 else known.map(_.responseMs).sum / ended / 1000,
          length
        )
    }

    /** Users of the cells before are there for all of a cell. */
    private def userMs(known: Vector[Cell], restMs: Int): Double = {
      val before = known.scanLeft(0)((users, cell) => users + cell.arrived)
      known.zip(before).map { case (cell, users) => cell.userMs + users.toDouble * cell.lengthMs }.sum +
        before.last.toDouble * restMs
    }

    private def cell(n: Int): Cell = {
      while (cells.size <= n) {
        val from = window.fromMs + cells.size * cellMs
        cells += new Cell(Window(from, if (cells.size == last) window.toMs else from + cellMs))
      }
      cells(n)
    }

    private def cellOf(ms: Int): Int = math.min(last, math.max(0, (ms - window.fromMs) / cellMs))
  }

  private val cellMs = 1000

  private final class Cell(val window: Window) {
    var userMs = 0.0
    var arrived = 0
    var requestMs = 0.0
    var ended = 0L
    var responseMs = 0.0

    def add(start: Int, end: Int): Unit = {
      requestMs += math.max(0, math.min(end, window.toMs) - math.max(start, window.fromMs))
      if (window.contains(end)) {
        ended += 1
        responseMs += end - start
      }
    }

    def add(arrives: Boolean, at: Int): Unit = {
      val rest = window.toMs - math.min(math.max(at, window.fromMs), window.toMs)
      userMs += (if (arrives) rest else -rest)
      arrived += (if (arrives) 1 else -1)
    }

    def lengthMs: Int = window.toMs - window.fromMs
  }
}
