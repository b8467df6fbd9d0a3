package bottleneck.lab.explain.page

import bottleneck.lab.chart.{Axes, Axis, AxisScale, Category, CategoryChart, Chart, Drawn, Look, Point, Series}
import bottleneck.lab.model.Numbers
import bottleneck.lab.explain.record.Result
import bottleneck.lab.explain.series.PartMetrics
import bottleneck.lab.explain.statistics.Latency
import bottleneck.lab.explain.verdict.{Evidence, Study, Variant}
import scalatags.Text.all._

/** The newest runs by what the variants differ in: over its numbers, or by name where it has none or where they repeat.
  */
private[page] final class FactorCharts(
    variants: Vector[Variant],
    factor: String,
    id: String = "factor"
) {
  private val results = variants.map(_.shown)
  private val numbers = results.flatMap(_.run.factor.map(_.value))
  private val isNumeric = numbers.size > 1 && numbers.distinct.size == results.size
  private val at: Map[Result, Double] = results.zip(if (isNumeric) numbers else results.indices.map(_.toDouble)).toMap

  def charts: Vector[Frag] =
    if (results.isEmpty) Vector.empty
    else
      Vector(throughput, latency) ++ Option.when(results.exists(_.figures(PartMetrics.poolWaiting).isDefined))(waiting)

  private def throughput: Frag = {
    val series = Vector(
      Series(
        "predicted",
        Look.Theory,
        if (isNumeric) Drawn.Line() else Drawn.Points,
        points(_.prediction.map(_.perSecond))
      ),
      Series("measured", Look.First, if (isNumeric) Drawn.Points else Drawn.Bars, measured(_.sound)),
      Series("published", Look.Published, Drawn.Points, points(_.published.flatMap(_.throughput)))
    ) ++ RunSeries.unsound(measured)
    val axis = Axes.plain("responses per second", AxisScale.fromZero(values(series)))
    drawn(s"$id-throughput", "Throughput", axis, series, result => result.rate)
  }

  private def latency: Frag = {
    val series = Vector(
      Series("p50", Look.Second, joined, percentile(_.sound, _.p50)),
      Series("p99", Look.First, joined, percentile(_.sound, _.p99)),
      Series("published p99", Look.Published, Drawn.Points, points(_.published.flatMap(_.p99Ms)))
    ) ++ RunSeries.unsound(percentile(_, _.p99), "p99, ")
    val axis = Axes.latency(AxisScale.spreading(values(series)))
    def note(result: Result): String =
      result.total.latencyMs.fold(Numbers.none)(latency => s"p99 ${Numbers.millis(latency.p99)}")
    drawn(s"$id-latency", "Response time", axis, series, note)
  }

  private def waiting: Frag = {
    def most(result: Result): Option[Double] = result.figures(PartMetrics.poolWaiting)
    val series = Vector(
      Series("measured", Look.First, if (isNumeric) Drawn.Joined else Drawn.Bars, points(_.sound, most)),
      Series("published", Look.Published, Drawn.Points, points(_.published.flatMap(_.pending)))
    ) ++ RunSeries.unsound(points(_, most))
    val axis = Axes.plain("waiting for a connection, at most", AxisScale.fromZero(values(series), smallestStep = 1))
    drawn(s"$id-waiting", "Requests waiting", axis, series, most(_).fold(Numbers.none)(Numbers.count))
  }

  private def joined: Drawn = if (isNumeric) Drawn.Joined else Drawn.Points

  private def drawn(id: String, title: String, axis: Axis, series: Vector[Series], note: Result => String): Frag =
    if (isNumeric)
      Chart(
        id,
        s"$title by $factor",
        Axes.plain(factor, AxisScale.fromZero(numbers, smallestStep = 1)) -> axis,
        series
      ).draw
    else
      CategoryChart(id, s"$title by variant", results.map(category(_, note)), axis, series).draw

  private def category(result: Result, note: Result => String): Category =
    Category(result.run.variant, (Badge.mark(result).toVector :+ note(result)).mkString(": "))

  private def points(value: Result => Option[Double]): Vector[Point] =
    results.flatMap(result => value(result).map(Point(at(result), _)))

  private def points(include: Result => Boolean, value: Result => Option[Double]): Vector[Point] =
    points(result => value(result).filter(_ => include(result)))

  private def measured(include: Result => Boolean): Vector[Point] =
    results.filter(include).map(result => RunSeries.throughput(at(result), result))

  private def percentile(include: Result => Boolean, of: Latency => Long): Vector[Point] =
    points(include, _.total.latencyMs.map(of(_).toDouble))

  private def values(series: Vector[Series]): Vector[Double] =
    series.flatMap(_.points).flatMap(point => point.y +: point.interval.map(_._2).toVector)
}

private[page] object FactorCharts {

  /** The chart that answers most studies; none of staircases, whose throughput is that of many levels. */
  def throughput(study: Study, evidence: Evidence): Option[Frag] = {
    val variants = evidence.variants.filter(_.shown.staircase.isEmpty)
    Option.when(variants.nonEmpty)(new FactorCharts(variants, study.factor, study.id).throughput)
  }
}
