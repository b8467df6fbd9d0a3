package bottleneck.lab.figures.statistics

import scala.reflect.ClassTag

/** Distribution of whole numbers ≥ 0, such as milliseconds, exact at any size. Its memory follows the values seen: 8
  * bytes for each number of a page of 32 that has one, and the tables of pages up to it.
  */
final class ExactCounts {
  import ExactCounts._

  /** Tables of 1024 pages at most, of 32 counts each. */
  private var tables = Array.empty[Array[Array[Long]]]
  private var all = 0L

  def count: Long = all

  def add(value: Int): Unit = add(value, 1)

  def add(value: Int, times: Long): Unit = {
    if (value < 0) throw new IllegalArgumentException(s"value ($value) must be >= 0")
    pageOf(value)(value & (countsOfPage - 1)) += times
    all += times
  }

  def addAll(other: ExactCounts): Unit = {
    other.eachPage { (first, counts) =>
      val own = pageOf(first)
      var n = 0
      while (n < counts.length) {
        own(n) += counts(n)
        n += 1
      }
    }
    all += other.all
  }

  /** Gives each value, in their order, and its count. */
  def foreach(each: (Int, Long) => Unit): Unit = eachPage { (first, counts) =>
    var n = 0
    while (n < counts.length) {
      if (counts(n) > 0) each(first + n, counts(n))
      n += 1
    }
  }

  /** Of one value or more, as all that follow. */
  def mean: Double = sum((value, times) => value.toDouble * times) / count

  /** Standard deviation of the population, as Gatling has it. */
  def sd: Double = {
    val centre = mean
    math.sqrt(sum((value, times) => times * (value - centre) * (value - centre)) / count)
  }

  /** Values of these percentiles by nearest rank; 0 is the smallest, 100 the greatest. They must rise. */
  def percentiles(percentiles: Vector[Double]): Vector[Int] = atRanks(percentiles.map(rank(_, all)))

  /** Values of these ranks, which rise and lie between 1 and `count`. */
  def atRanks(ranks: Vector[Long]): Vector[Int] = {
    val values = new Array[Int](ranks.size)
    var (sofar, n) = (0L, 0)
    foreach { (value, times) =>
      sofar += times
      while (n < values.length && ranks(n) <= sofar) {
        values(n) = value
        n += 1
      }
    }
    require(n == values.length, s"ranks (${ranks.mkString(", ")}) must rise and be at most $sofar")
    values.toVector
  }

  /** Gives the pages in their order, each with its first value. */
  private def eachPage(each: (Int, Array[Long]) => Unit): Unit =
    for { table <- tables.indices; page <- tables(table).indices if tables(table)(page).length > 0 }
      each((table << tableShift) + (page << pageShift), tables(table)(page))

  private def pageOf(value: Int): Array[Long] = {
    val table = value >> tableShift
    if (table >= tables.length) tables = longer(tables, table, Array.empty[Array[Long]])
    val page = (value >> pageShift) & (pagesOfTable - 1)
    if (page >= tables(table).length) tables(table) = longer(tables(table), page, Array.emptyLongArray)
    if (tables(table)(page).length == 0) tables(table)(page) = new Array[Long](countsOfPage)
    tables(table)(page)
  }

  private def sum(of: (Int, Long) => Double): Double = {
    var all = 0.0
    foreach((value, times) => all += of(value, times))
    all
  }
}

object ExactCounts {
  private val pageShift = 5
  private val tableShift = 15
  private val countsOfPage = 1 << pageShift
  private val pagesOfTable = 1 << (tableShift - pageShift)

  /** Long enough for an index. */
  private def longer[A: ClassTag](array: Array[A], index: Int, empty: A): Array[A] =
    array.padTo(math.max(index + 1, 2 * array.length), empty)

  def of(parts: Iterable[ExactCounts]): ExactCounts = {
    val all = new ExactCounts
    parts.foreach(all.addAll)
    all
  }

  /** Nearest rank of a percentile, from 1. In millionths, since 99.9 % of 1000 would else be rank 1000. */
  def rank(percentile: Double, count: Long): Long = {
    require(0 <= percentile && percentile <= 100, s"percentile ($percentile) must be between 0 and 100")
    math.max(1, -Math.floorDiv(-(percentile * 1000000).round * count, 100000000L))
  }
}

/** Bins of whole numbers ≥ 0 for many small distributions: exact below 128, then 64 from one power of 2 to the next, so
  * that the middle of its bin is right to 0.8 %.
  */
object CoarseBins {
  private val bits = 6

  def of(value: Int): Int = {
    val shift = math.max(0, Integer.SIZE - 1 - bits - Integer.numberOfLeadingZeros(value))
    (shift << bits) + (value >> shift)
  }

  def middle(bin: Int): Double = {
    val shift = math.max(0, (bin >> bits) - 1)
    ((bin - (shift << bits)).toLong << shift) + ((1L << shift) - 1) / 2.0
  }
}
