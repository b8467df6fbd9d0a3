package bottleneck.lab.figures.series

import bottleneck.lab.figures.Problem
import bottleneck.lab.figures.files.{Csv, MetricsFile}
import java.nio.file.Path
import scala.concurrent.duration._

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
    grown(counter, fromMs, toMs).map { case (by, withinMs) => by * (toMs - fromMs) / withinMs }

  /** Unscaled growth of a counter in `[fromMs, toMs]`, for intervals that are idle at both ends. */
  def growth(counter: String, fromMs: Long, toMs: Long): Option[Double] = grown(counter, fromMs, toMs).map(_._1)

  private def grown(counter: String, fromMs: Long, toMs: Long): Option[(Double, Long)] = {
    val samples = within(counter, fromMs, toMs)
    for {
      (first, before) <- samples.headOption
      (last, after) <- samples.lastOption
      if last > first && 2 * (last - first) >= toMs - fromMs
      if samples.zip(samples.drop(1)).forall { case ((_, one), (_, next)) => one <= next }
    } yield (after - before, last - first)
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

  /** Reads a metrics.csv, without a row that was never finished after its last line end, as that of a killed run has.
    */
  def read(file: Path): Either[Problem, Metrics] = for {
    text <- Csv.text(file)
    complete = text.take(text.lastIndexOf('\n') + 1)
    table <- Csv.parse(file, complete)(wrong)
    times <- Problem.each(table.rows)(_.as(MetricsFile.time, "time")(_.toLongOption))
    columns = table.columns.tail
    cells <- Problem.each(columns)(column => Problem.each(table.rows)(_.optional(column, "number")(_.toDoubleOption)))
  } yield Metrics(columns, times, columns.zip(cells).toMap, isPartial = complete.length < text.length)

  private def wrong(header: Vector[String]): Option[String] =
    if (!header.headOption.contains(MetricsFile.time)) Some(s"its first column is not ${MetricsFile.time}")
    else header.diff(header.distinct).headOption.map(column => s"it has $column twice")
}

/** Samples of the parts during `[fromMs, toMs]`, times since the epoch; of the service over all instances that could be
  * asked. Where nothing happened for `quietMs` before and after that, what was sampled there covers the window wholly.
  */
final class Samples(metrics: Metrics, fromMs: Long, toMs: Long, quietMs: Long = 0) {
  private val seconds = (toMs - fromMs) / 1000.0
  private val services = metrics.parts.filter(_.startsWith("service"))
  private val firstMs = fromMs - quietMs
  private val lastMs = toMs + quietMs
  private val rows = between(firstMs, lastMs)
  private val inside = between(fromMs, toMs)

  def figures: PartFigures = PartFigures.of(PartMetrics.all.flatMap(metric => metric.read(this).map(metric -> _)): _*)

  /** Mean growth of a counter. */
  private[series] def perSecond(counter: String): Option[Double] = grown(counter).map(_ / seconds)

  /** The same of all parts whose names begin so. */
  private[series] def perSecond(parts: String, counter: String): Option[Double] =
    sum(metrics.parts.filter(_.startsWith(parts)).flatMap(part => perSecond(s"$part.$counter")))

  private[series] def increase(counter: String): Option[Double] = sum(each(counter).flatMap(grown))

  /** Mean time of a timer of the service, in ms. */
  private[series] def meanMs(timer: String): Option[Double] = for {
    total <- increase(s"${timer}_seconds_total")
    n <- increase(s"${timer}s_total")
    if n > 0
  } yield total * 1000 / n

  /** Upper bound, in ms, of the bucket in which a percentile by nearest rank of a timer of the service lies. */
  private[series] def percentileMs(timer: String, part: Double): Option[Double] = {
    val bucket = s"${services.headOption.getOrElse("")}\\.${timer}_le_(.+)_total".r
    val bounds = metrics.columns.collect { case bucket(bound) => bound }.sortBy(_.toDouble)
    for {
      all <- increase(s"${timer}s_total").filter(_ > 0)
      bound <- bounds.find(bound => increase(s"${timer}_le_${bound}_total").exists(_ >= part * all))
    } yield bound.toDouble * 1000
  }

  private[series] def highest(gauge: String): Option[Double] = highestSum(each(gauge))

  private[series] def highestSum(columns: Vector[String]): Option[Double] = {
    val gauges = columns.map(metrics.gauge)
    rows.flatMap(row => sum(gauges.flatMap(_(row)))).maxOption
  }

  private[series] def max(gauge: String): Option[Double] = metrics.max(gauge, fromMs, toMs)

  private[series] def mean(gauge: String): Option[Double] = metrics.mean(gauge, fromMs, toMs)

  /** Mean over the instances of the growth of a counter per second. */
  private[series] def meanPerSecond(counter: String): Option[Double] = {
    val all = each(counter).flatMap(grown)
    sum(all).map(_ / all.size / seconds)
  }

  /** Growth from the last row before the window to the first after it, so that nothing of a burst at its very beginning
    * is lost; what came within a second of the window is counted too.
    */
  private[series] def events(counter: String): Option[Double] = metrics.increase(
    counter,
    metrics.times.filter(_ <= fromMs).lastOption.getOrElse(fromMs),
    metrics.times.find(_ >= toMs).getOrElse(toMs)
  )

  /** Sums of gauges of the service, one a row. A row that lacks an instance is left out, as its sum would be too low.
    */
  private[series] def together(names: String*): Vector[Vector[Double]] = {
    val gauges = names.toVector.map(name => services.map(service => metrics.gauge(s"$service.$name")))
    rows.flatMap { row =>
      val sampled = gauges.map(_.flatMap(_(row)))
      val isComplete = sampled.zip(gauges).forall { case (values, all) => all.nonEmpty && values.size == all.size }
      Option.when(isComplete)(sampled.map(_.sum))
    }
  }

  /** Number of samples of all instances, and of those that the instance's own endpoint answered. */
  private[series] def asked: Option[(Double, Double)] = {
    val instances = services
      .map(service =>
        metrics.columns.filter(column => Samples.ofEndpoint.exists(of => column.startsWith(s"$service.$of")))
      )
      .filter(_.nonEmpty)
    val answers = for { columns <- instances; row <- rows if columns.exists(value(_, row).isDefined) } yield row
    Option.when(instances.nonEmpty)(instances.size.toDouble * rows.size -> answers.size.toDouble)
  }

  private[series] def range(gauge: String): Option[Double] = {
    val all = metrics.gauge(gauge).flatten
    Option.when(all.nonEmpty)(all.max - all.min)
  }

  private[series] def least(gauge: String): Option[Double] = inside.flatMap(value(gauge, _)).minOption

  /** At the end of the window: how many replicas followed, and how many bytes the last of them had not replayed of the
    * WAL that the primary had written [[Samples.due]] before. WAL is replayed in its order: who has replayed a place in
    * it has replayed all before.
    */
  private[series] def replayed: Option[(Double, Double)] = for {
    last <- inside.findLast(row => Vector(Samples.replicas, Samples.wal).forall(value(_, row).isDefined))
    before <- inside.findLast(row => at(row) <= at(last) - Samples.due.toMillis && value(Samples.wal, row).isDefined)
    followed <- value(Samples.replicas, last)
    written <- value(Samples.wal, last)
    due <- value(Samples.wal, before)
    // where none streams nobody tells, and all that was written is missing
    behind = value(Samples.behind, last).getOrElse(written)
  } yield followed -> math.max(0, due - (written - behind))

  private def grown(counter: String): Option[Double] =
    if (quietMs > 0) metrics.growth(counter, firstMs, lastMs) else metrics.increase(counter, fromMs, toMs)

  private def between(from: Long, to: Long): Vector[Int] =
    metrics.times.indices.toVector.filter(row => from <= at(row) && at(row) <= to)

  private def at(row: Int): Long = metrics.times(row)

  private def value(column: String, row: Int): Option[Double] = metrics.gauge(column)(row)

  private def each(column: String): Vector[String] = services.map(service => s"$service.$column")

  private def sum(values: Vector[Double]): Option[Double] = Option.when(values.nonEmpty)(values.sum)
}

private[series] object Samples {
  val wal = "database.wal_bytes_total"
  val replicas = "database.streaming_readers"
  val behind = "database.replay_lag_bytes"

  /** Age from which WAL counts as due: newer WAL may still be on its way. */
  val due: FiniteDuration = 5.seconds

  /** Beginnings of columns that come from an instance's own endpoint; the others come from the system. */
  private val ofEndpoint = Vector("hikari_", "tomcat_", "jvm_", "http_")
}
