package bottleneck.lab.explain.page

import bottleneck.lab.explain.chart._
import bottleneck.lab.explain.history.{Histories, MetricHistory}
import scalatags.Text.all._

/** Series over nights, each with its levels between change points, the open change shaded. */
private[page] final class NightCharts(histories: Histories) {

  def of(series: Vector[MetricHistory]): Vector[Frag] =
    series.zipWithIndex.map { case (one, n) => chart(one, s"nights-$n").draw }

  private def chart(of: MetricHistory, id: String): Chart = {
    val values = of.values.map(value => Point(at(value.night), value.value))
    val repeats = of.values.flatMap(value => value.repeats.map(Point(at(value.night), _)))
    Chart(
      id,
      s"${of.metric.name.capitalize} of ${of.variant}",
      Axes.time("night", Scale.time(values.map(_.x))) ->
        Axes.plain(of.metric.unit, Scale.fromZero((values ++ repeats).map(_.y))),
      Vector(
        Series("level", Look.Theory, Drawn.Line(), levels(of)),
        Series("first run of a night", Look.First, Drawn.Points, values),
        Series("repeat", Look.Second, Drawn.Points, repeats)
      ),
      of.change.flatMap(found => values.lift(found.at)).map(_.x -> values.last.x)
    )
  }

  /** The geometric mean from each change point to the next. */
  private def levels(of: MetricHistory): Vector[Point] = {
    val ends = 0 +: of.changePoints.map(_.index) :+ of.values.size
    ends.zip(ends.tail).flatMap { case (from, until) =>
      val part = of.values.slice(from, until)
      val level = math.exp(part.map(value => math.log(value.value)).sum / part.size)
      Vector(part.head, part.last).map(value => Point(at(value.night), level)).distinct
    }
  }

  private def at(night: Int): Double = histories.nights(night).began.getEpochSecond.toDouble
}
