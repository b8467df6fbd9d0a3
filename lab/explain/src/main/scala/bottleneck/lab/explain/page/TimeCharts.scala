package bottleneck.lab.explain.page

import bottleneck.lab.chart.{Axes, Axis, AxisScale, Band, Chart, Drawn, Look, Point, Series}
import bottleneck.lab.explain.record.Result
import bottleneck.lab.explain.series.{Metrics, Second}
import scalatags.Text.all._

/** A run second by second, over one x axis with the window shaded; what was not recorded is left out.
  *
  * @param id
  *   begins the ids of the charts
  */
private[page] final class TimeCharts(id: String, result: Result, files: RunDetails) {
  private val plot = new TimePlot(id, result, files)

  def charts: Vector[Frag] = new RequestCharts(plot, result, files).charts ++ new PartCharts(plot).charts
}

/** Common part of the charts of one run: the x axis in seconds of the run, with the window shaded.
  *
  * @param id
  *   prefix of the charts' ids
  */
private[page] final class TimePlot(id: String, result: Result, files: RunDetails) {
  import TimePlot._

  val end: Double = math.max(result.treatment.window.toMs / 1000.0, files.timeline.lastOption.fold(0.0)(_.second + 1.0))
  private val x = Axes.plain("seconds of the run", AxisScale.until(end))
  private val window = (result.treatment.window.fromMs / 1000.0, result.treatment.window.toMs / 1000.0)
  private val bands = result.treatment.intervention.map { step =>
    Band(step.name, step.fromMs / 1000.0, step.toMs.fold(end)(_ / 1000.0))
  }
  private val startMs = result.run.started.map(_.toEpochMilli)
  private val samples = files.metrics.zip(startMs).map { case (metrics, start) => new Samples(metrics, start, end) }

  def overTime(name: String, title: String, unit: String)(
      lines: (String, Look, Samples => Vector[Point])*
  ): Option[Frag] =
    counted(name, title, unit, lines.toVector.map { case (what, look, values) => line(what, look, sampled(values)) })

  def counted(name: String, title: String, unit: String, series: Vector[Series]): Option[Frag] =
    chart(
      name,
      title,
      Axes.plain(unit, AxisScale.fromZero(series.flatMap(_.points).map(_.y), smallestStep = 1)),
      series
    )

  def chart(name: String, title: String, y: Axis, series: Vector[Series]): Option[Frag] =
    Option.when(series.exists(_.points.nonEmpty))(Chart(s"$id-$name", title, x -> y, series, Some(window), bands).draw)

  def seconds(value: Second => Option[Double]): Vector[Point] =
    files.timeline.flatMap(second => value(second).map(Point(second.second + 0.5, _)))

  def sampled(values: Samples => Vector[Point]): Vector[Point] = samples.fold(Vector.empty[Point])(values)
}

private[page] object TimePlot {

  /** Seconds without a value beyond which a line is broken. */
  val widestGap = 3.5

  def line(name: String, look: Look, points: Vector[Point]): Series =
    Series(name, look, Drawn.Line(widestGap), points)

  def inMs(seconds: Point): Point = seconds.copy(y = seconds.y * 1000)
}

/** Samples of a whole run, over its seconds.
  *
  * @param startMs
  *   start of the run, in ms since the epoch
  * @param end
  *   end of the run, in seconds since its start
  */
private[page] final class Samples(metrics: Metrics, startMs: Long, end: Double) {
  private val services = metrics.parts.filter(_.startsWith("service-"))

  /** A gauge over all instances. */
  def sum(gauge: String): Vector[Point] = added(services.map(service => sampled(s"$service.$gauge")))

  /** A gauge of another part. */
  def gauge(column: String): Vector[Point] = added(Vector(sampled(column)))

  /** Growth rate of a counter, per second. */
  def rate(counter: String): Vector[Point] = added(Vector(metrics.rate(counter)))

  /** Growth rate of a counter over all instances, per second. */
  def serviceRate(counter: String): Vector[Point] =
    added(services.map(service => metrics.rate(s"$service.$counter")))

  /** Growth of the counter `total` per unit of the counter `number`, over all instances. */
  def mean(total: String, number: String): Vector[Point] = {
    val numbers = serviceRate(number).map(point => point.x -> point.y).toMap
    for { point <- serviceRate(total); n <- numbers.get(point.x) if n > 0 } yield Point(point.x, point.y / n)
  }

  private def sampled(gauge: String): Vector[(Long, Double)] =
    metrics.times.zip(metrics.gauge(gauge)).collect { case (at, Some(value)) => at -> value }

  private def added(series: Vector[Vector[(Long, Double)]]): Vector[Point] =
    series.flatten.groupMapReduce(_._1)(_._2)(_ + _).toVector.sortBy(_._1).collect {
      case (at, sum) if at >= startMs && at <= startMs + end * 1000 => Point((at - startMs) / 1000.0, sum)
    }
}
