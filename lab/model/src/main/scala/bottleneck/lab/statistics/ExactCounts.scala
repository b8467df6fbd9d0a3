package bottleneck.lab.statistics

import scala.reflect.ClassTag

/** Distribution of whole numbers ≥ 0, such as milliseconds, exact at any size. Its memory follows the values seen: 8
  * bytes for each number of a page of 32 that has one, and the tables of pages up to it.
  */
final class ExactCounts {
  import ExactCounts._

  /** Tables of 1024 pages at most, of 32 counts each. */
  private var tables = Array.empty[Array[Array[Long]]]

  def add(value: Int): Unit = add(value, 1)

  def addAll(other: ExactCounts): Unit = other.foreach(add)

  /** Gives each value, in their order, and its count. */
  def foreach(each: (Int, Long) => Unit): Unit = for { table <- tables.indices; page <- tables(table).indices } {
    val counts = tables(table)(page)
    var n = 0
    while (n < counts.length) {
      if (counts(n) > 0) each((table << tableShift) + (page << pageShift) + n, counts(n))
      n += 1
    }
  }

  def count: Long = sum((_, times) => times.toDouble).toLong

  /** Of one value or more, as all that follow. */
  def mean: Double = sum((value, times) => value.toDouble * times) / count

  /** Standard deviation of the population, as Gatling has it. */
  def sd: Double = {
    val centre = mean
    math.sqrt(sum((value, times) => times * (value - centre) * (value - centre)) / count)
  }

  /** Values of these percentiles by nearest rank; 0 is the smallest, 100 the greatest. They must rise. */
  def percentiles(percentiles: Vector[Double]): Vector[Int] = {
    val all = count
    atRanks(percentiles.map(rank(_, all)))
  }

  /** Values of these ranks, which rise and lie between 1 and `count`. */
  def atRanks(ranks: Vector[Long]): Vector[Int] = {
    val values = Vector.newBuilder[Int]
    var (sofar, rest) = (0L, ranks)
    foreach { (value, times) =>
      sofar += times
      while (rest.headOption.exists(_ <= sofar)) {
        values += value
        rest = rest.tail
      }
    }
    require(rest.isEmpty, s"ranks (${rest.mkString(", ")}) must rise and be at most $sofar")
    values.result()
  }

  private def add(value: Int, times: Long): Unit = {
    require(value >= 0, s"value ($value) must be >= 0")
    val table = value >> tableShift
    if (table >= tables.length) tables = longer(tables, table, Array.empty[Array[Long]])
    val page = (value >> pageShift) & (pagesOfTable - 1)
    if (page >= tables(table).length) tables(table) = longer(tables(table), page, Array.emptyLongArray)
    if (tables(table)(page).length == 0) tables(table)(page) = new Array[Long](countsOfPage)
    val counts = tables(table)(page)
    counts(value & (countsOfPage - 1)) += times
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
    array ++ Array.fill(math.max(index + 1, array.length * 5 / 4) - array.length)(empty)

  def of(parts: Iterable[ExactCounts]): ExactCounts = {
    val all = new ExactCounts
    parts.foreach(all.addAll)
    all
  }

  /** Nearest rank of a percentile, from 1. Decimal, since 99.9 % of 1000 would else be rank 1000. */
  def rank(percentile: Double, count: Long): Long = {
    require(0 <= percentile && percentile <= 100, s"percentile ($percentile) must be between 0 and 100")
    math.max(1, (BigDecimal(percentile) * count / 100).setScale(0, BigDecimal.RoundingMode.CEILING).toLong)
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
