package bottleneck.lab.command

import bottleneck.lab.chart.{Axes, Axis, AxisScale, Chart, Drawn, Look, Point, Series}
import bottleneck.lab.model.{Metrics, Run, Slot}
import scala.math.BigDecimal.RoundingMode
import scalatags.Text.all._

/** A run over its time, with the measured window shaded, and the distribution of its response times. */
private[command] object RunCharts {

  def of(run: Run): Vector[Frag] = Vector(
    overTime(run, "times", "Response times of all requests", latency)(
      Metrics.overTime.zip(Vector(Look.Second, Look.Third, Look.First)).zipWithIndex.map { case ((metric, look), n) =>
        (metric.name, look, (slot: Slot) => slot.percentiles.lift(n))
      }: _*
    ),
    overTime(run, "throughput", "Responses", values => Axes.plain("per second", AxisScale.fromZero(values)))(
      ("OK", Look.First, slot => Some(perSecond(slot, slot.ok))),
      ("failed", Look.Second, slot => Option.when(run.total.ko > 0)(perSecond(slot, slot.ko)))
    ),
    overTime(run, "users", "Active users", values => Axes.plain("users", AxisScale.fromZero(values, smallestStep = 1)))(
      ("users", Look.First, slot => Some(slot.users.toDouble))
    ),
    curve(run)
  ).flatten

  private def overTime(run: Run, id: String, title: String, y: Vector[Double] => Axis)(
      lines: (String, Look, Slot => Option[Double])*
  ): Option[Frag] = {
    val widest = run.slots.map(slot => slot.toMs - slot.fromMs).maxOption.getOrElse(0) / 1000.0
    val series = lines.toVector.map { case (name, look, value) =>
      val points = run.slots.flatMap(slot => value(slot).map(Point((slot.fromMs + slot.toMs) / 2000.0, _)))
      // slots without a value break the line
      Series(name, look, Drawn.Line(gap = 1.5 * widest), points)
    }
    val x = Axes.plain("seconds of the run", AxisScale.until(run.slots.lastOption.fold(1.0)(_.toMs / 1000.0)))
    val window = run.measured.map(measured => (measured.window.fromMs / 1000.0, measured.window.toMs / 1000.0))
    Option.when(series.exists(_.points.nonEmpty))(
      Chart(id, title, x -> y(series.flatMap(_.points).map(_.y)), series, window).draw
    )
  }

  /** Percentiles by their distance from 100 %, so that 90, 99 and 99.9 % are equally far apart. */
  private def curve(run: Run): Option[Frag] = {
    val points = run.curve.collect { case (percent, ms) if percent < 100 => Point(100 / (100 - percent), ms) }
    val x = Axis(
      "percentile of the requests",
      AxisScale.logarithmic(points.map(_.x)),
      distance =>
        (100 - BigDecimal(100 / distance))
          .setScale(3, RoundingMode.HALF_UP)
          .bigDecimal
          .stripTrailingZeros
          .toPlainString
    )
    Option.when(points.size > 1)(
      Chart(
        "curve",
        "Distribution of the response times",
        x -> latency(points.map(_.y)),
        Vector(Series("all requests", Look.First, Drawn.Line(), points))
      ).draw
    )
  }

  private def perSecond(slot: Slot, count: Long): Double = 1000.0 * count / (slot.toMs - slot.fromMs)

  private def latency(values: Vector[Double]): Axis = Axes.latency(AxisScale.spreading(values))
}
