package bottleneck.lab.explain.series

import bottleneck.lab.files.{Csv, CsvError, MetricsFile}
import java.nio.file.Path

/** Samples of a run's metrics, once a second or, for a large fleet, less often, at `times` in ms since the epoch. A
  * column is `part.what_unit`, with `_total` at the end of counters; a missing one reads as empty cells. The file is
  * partial if it ends within a row, as that of a killed run may: the row is left out.
  */
final case class Metrics private[series] (
    columns: Vector[String],
    times: Vector[Long],
    private val cells: Map[String, Vector[Option[Double]]],
    isPartial: Boolean
) {

  /** The parts that were sampled, in order: `service-1`, …, `database`, `generator`, `machine`. */
  def parts: Vector[String] = columns.map(_.takeWhile(_ != '.')).distinct

  def gauge(column: String): Vector[Option[Double]] = cells.getOrElse(column, times.map(_ => None))

  def max(column: String, fromMs: Long, toMs: Long): Option[Double] = within(column, fromMs, toMs).map(_._2).maxOption

  def mean(column: String, fromMs: Long, toMs: Long): Option[Double] = {
    val values = within(column, fromMs, toMs).map(_._2)
    Option.when(values.nonEmpty)(values.sum / values.size)
  }

  /** Growth of a counter in `[fromMs, toMs]`: difference of the first and the last sample therein, scaled to the whole
    * interval, since rows do not begin and end with the window. None where samples cover less than half of it or the
    * counter was reset.
    */
  def increase(counter: String, fromMs: Long, toMs: Long): Option[Double] =
    grown(counter, fromMs, toMs).map(seen => seen.by * (toMs - fromMs) / seen.withinMs)

  /** Unscaled growth of a counter in `[fromMs, toMs]`, for intervals that are idle at both ends. */
  def growth(counter: String, fromMs: Long, toMs: Long): Option[Double] = grown(counter, fromMs, toMs).map(_.by)

  private def grown(counter: String, fromMs: Long, toMs: Long): Option[Metrics.Grown] = {
    val samples = within(counter, fromMs, toMs)
    for {
      (first, before) <- samples.headOption
      (last, after) <- samples.lastOption
      if last > first && 2 * (last - first) >= toMs - fromMs
      if samples.zip(samples.drop(1)).forall { case ((_, one), (_, next)) => one <= next }
    } yield Metrics.Grown(after - before, last - first)
  }

  /** Growth rate of a counter between consecutive samples, per second; intervals with a counter reset are left out. */
  def rate(counter: String): Vector[(Long, Double)] = {
    val samples = known(counter)
    samples.zip(samples.drop(1)).collect {
      case ((from, before), (to, after)) if to > from && after >= before =>
        to -> (after - before) * 1000 / (to - from)
    }
  }

  private def known(column: String): Vector[(Long, Double)] =
    times.zip(gauge(column)).collect { case (at, Some(value)) => at -> value }

  private def within(column: String, fromMs: Long, toMs: Long): Vector[(Long, Double)] = {
    require(fromMs < toMs, s"window [$fromMs, $toMs] must not be empty")
    known(column).filter { case (at, _) => fromMs <= at && at <= toMs }
  }
}

object Metrics {
  private final case class Grown(by: Double, withinMs: Long)

  /** Reads a metrics.csv. What follows its last line end is the beginning of a row that was never finished. */
  def read(file: Path): Either[CsvError, Metrics] = for {
    text <- Csv.text(file)
    complete = text.take(text.lastIndexOf('\n') + 1)
    table <- Csv.parse(file, complete)(wrong)
    times <- Csv.each(table.rows)(_.as(MetricsFile.time, "time")(_.toLongOption))
    columns = table.columns.tail
    cells <- Csv.each(columns)(column => Csv.each(table.rows)(_.optional(column, "number")(_.toDoubleOption)))
  } yield Metrics(columns, times, columns.zip(cells).toMap, isPartial = complete.length < text.length)

  private def wrong(header: Vector[String]): Option[String] =
    if (!header.headOption.contains(MetricsFile.time)) Some(s"its first column is not ${MetricsFile.time}")
    else header.diff(header.distinct).headOption.map(column => s"it has $column twice")
}
