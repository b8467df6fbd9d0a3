package bottleneck.lab.explain.page

import bottleneck.lab.explain.chart._
import bottleneck.lab.explain.record.Result
import bottleneck.lab.explain.verdict.Variant
import scalatags.Text.all._

/** Throughput over a factor whose numbers are there once for each of a few series, such as kinds of work: of sound
  * runs, as the chart by variant marks the others. Nothing where there are no series.
  */
private[page] object SeriesCharts {
  private val looks = Vector(Look.First, Look.Second, Look.Third, Look.Fourth)

  def of(variants: Vector[Variant], factor: String): Vector[Frag] = {
    val runs = for {
      run <- variants.map(_.shown)
      if run.sound
      by <- run.run.factor
      name <- by.series
    } yield (name, by.value, run)
    val names = runs.map(_._1).distinct
    if (names.size < 2 || names.size > looks.size) Vector.empty else Vector(chart(runs, names, factor))
  }

  private def chart(runs: Vector[(String, Double, Result)], names: Vector[String], factor: String): Frag = {
    val series = names.zip(looks).map { case (name, look) =>
      Series(name, look, Drawn.Joined, runs.collect { case (`name`, at, run) => point(at, run) }.sortBy(_.x))
    }
    val predicted = for { (_, at, run) <- runs; limit <- run.expected.prediction } yield Point(at, limit.perSecond)
    val all = series :+ Series("predicted", Look.Theory, Drawn.Points, predicted)
    Chart(
      "series-throughput",
      s"Throughput by $factor",
      Axes.plain(factor, AxisScale.fromZero(runs.map(_._2))) ->
        Axes.plain("responses per second", AxisScale.fromZero(all.flatMap(_.points.map(_.y)))),
      all
    ).draw
  }

  private def point(at: Double, run: Result): Point =
    Point(at, run.total.throughput, run.measured.interval.map(interval => interval.low -> interval.high))
}
