package bottleneck.lab.figures.statistics

import java.util.Arrays
import scala.collection.mutable.ArrayBuffer

/** A run's time in at most `most` cells of equal width. Where the run outgrows them the width doubles and each two
  * cells become one, so that memory does not grow with the length of a run.
  */
private[lab] final class TimeCells(originMs: Int, firstWidthMs: Int, most: Int) {
  private var width = firstWidthMs
  private val series = ArrayBuffer.empty[CellSeries]

  def widthMs: Int = width

  /** The cell of a time at or after `originMs`. */
  def of(ms: Int): Int = {
    var cell = (ms - originMs) / width
    while (cell >= most) {
      series.foreach(_.pair())
      width *= 2
      cell /= 2
    }
    cell
  }

  /** The cells that lie wholly in a window. */
  def within(window: Window): Range =
    (window.fromMs - originMs + width - 1) / width until (window.toMs - originMs) / width

  def window(cells: Range): Window = Window(originMs + cells.start * width, originMs + cells.end * width)

  def sums(): NumberSeries = register(new NumberSeries(most, _ + _))
  def maxima(): NumberSeries = register(new NumberSeries(most, math.max(_, _)))
  def distributions(): DistributionSeries = register(new DistributionSeries)

  private def register[A <: CellSeries](added: A): A = {
    series += added
    added
  }
}

private[lab] sealed trait CellSeries {

  def pair(): Unit
}

/** A number for each cell, 0 at first. */
private[lab] final class NumberSeries(most: Int, combine: (Long, Long) => Long) extends CellSeries {
  private var numbers = Array.emptyLongArray

  def add(cell: Int, number: Long): Unit = {
    if (cell >= numbers.length) numbers = Arrays.copyOf(numbers, math.min(most, 2 * (cell + 1)))
    numbers(cell) = combine(numbers(cell), number)
  }

  def addAll(other: NumberSeries): Unit = for (cell <- other.numbers.indices) add(cell, other.numbers(cell))

  def apply(cell: Int): Long = if (cell < numbers.length) numbers(cell) else 0

  def pair(): Unit =
    numbers = Array.tabulate((numbers.length + 1) / 2)(cell => combine(apply(2 * cell), apply(2 * cell + 1)))
}

/** A distribution for each cell, as the number in each of [[CoarseBins]]. */
private[lab] final class DistributionSeries extends CellSeries {
  private var cells = Array.empty[Array[Int]]

  def add(cell: Int, bin: Int): Unit = reach(cell, bin)(bin) += 1

  def addAll(other: DistributionSeries): Unit = other.cells.indices.foreach(cell => addAll(cell, other.cells(cell)))

  def of(range: Range): ExactCounts = {
    val together = new DistributionSeries
    range.filter(_ < cells.length).foreach(cell => together.addAll(0, cells(cell)))
    val (all, numbers) = (new ExactCounts, together.reach(0, 0))
    numbers.indices.foreach(bin => if (numbers(bin) > 0) all.add(bin, numbers(bin).toLong))
    all
  }

  def pair(): Unit = {
    val former = cells
    cells = Array.empty[Array[Int]]
    former.indices.foreach(cell => addAll(cell / 2, former(cell)))
  }

  private def addAll(cell: Int, numbers: Array[Int]): Unit = if (numbers.length > 0) {
    val own = reach(cell, numbers.length - 1)
    var bin = 0
    while (bin < numbers.length) {
      own(bin) += numbers(bin)
      bin += 1
    }
  }

  /** The numbers of a cell, which then has the bin. */
  private def reach(cell: Int, bin: Int): Array[Int] = {
    if (cell >= cells.length) cells = cells.padTo(math.max(cell + 1, 2 * cells.length), Array.emptyIntArray)
    if (bin >= cells(cell).length) cells(cell) = Arrays.copyOf(cells(cell), (bin | 63) + 1)
    cells(cell)
  }
}

/** Active users. Their records may come in any order, but for [[greatest]]. */
private[lab] final class ActiveUsers(cells: TimeCells) {
  private val net = cells.sums()

  /** Sum of the times at which users arrive, minus that of those at which they leave. */
  private val times = cells.sums()
  private val peak = cells.maxima()
  private var before = 0L
  private var active = 0L

  /** A user who arrives or leaves before the first cell. */
  def addBefore(change: Int): Unit = {
    before += change
    active += change
  }

  def add(change: Int, ms: Int): Unit = {
    val cell = cells.of(ms)
    active += change
    net.add(cell, change.toLong)
    times.add(cell, change.toLong * ms)
    peak.add(cell, active)
  }

  /** Mean number in each of the first cells. Where more left than came, the others were there before. */
  def means(count: Int): Vector[Double] = {
    val starts = atStart(count)
    val means = Vector.tabulate(count) { cell =>
      starts(cell) + (net(cell) * cells.window(cell until cell + 1).toMs - times(cell)).toDouble / cells.widthMs
    }
    means.map(_ - math.min(0, starts.min))
  }

  /** Greatest number in each of the first cells. */
  def greatest(count: Int): Vector[Int] = atStart(count).init.zipWithIndex.map { case (start, cell) =>
    math.max(start, peak(cell)).toInt
  }

  private def atStart(count: Int): Vector[Long] =
    (0 until count).toVector.scanLeft(before)((users, cell) => users + net(cell))
}
