package bottleneck.lab.report.chart

import bottleneck.lab.figures.{Numbers, Ratio}
import bottleneck.lab.report.Column

/** Ratios of two sides of these names, as columns of a table and as a chart. */
final case class Ratios(one: String, other: String) {
  val label: String = s"$one ÷ $other"

  val columns: Vector[Column[Ratio]] = Vector(
    Column.text[Ratio]("metric")(_.name),
    Column.number[Ratio](other)(_.textOfOther),
    Column.number[Ratio](one)(_.textOfOne),
    Column.number[Ratio](label)(_.text),
    Column.text[Ratio]("")(_.change.word)
  )

  /** Around a mark at 1, by the names of its rows: the axis measures how far from it they are. None without a ratio. */
  def chart(id: String, title: String, rows: Vector[(String, Ratio)]): Option[CategoryChart] = {
    val known = rows.flatMap { case (name, of) => of.ratio.map(name -> _) }
    val points = known.zipWithIndex.map { case ((_, ratio), n) =>
      Point(n.toDouble, ratio.value - 1, ratio.interval.map { case (low, high) => (low - 1, high - 1) })
    }
    val ends =
      points.flatMap(point => point.y +: point.interval.toVector.flatMap { case (low, high) => Vector(low, high) })
    val axis = Axis(label, AxisScale.fromZero(ends), distance => Numbers.count(1 + distance))
    val categories = known.map { case (name, ratio) => Category(name, Ratio.number(ratio.value)) }
    val series = Vector(
      Series("1: no difference", Look.Theory, Drawn.Points, points.map(point => Point(point.x, 0))),
      Series("ratio with its 95 % interval", Look.First, Drawn.Points, points)
    )
    Option.when(points.nonEmpty)(CategoryChart(s"ratio-$id", title, categories, axis, series))
  }
}
