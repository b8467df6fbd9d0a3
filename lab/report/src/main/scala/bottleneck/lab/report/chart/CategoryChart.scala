package bottleneck.lab.report.chart

import scalatags.Text.all._

/** Name of a row of a [[CategoryChart]], and the note at its end. */
final case class Category(name: String, note: String)

/** Series over names, a row each, as an SVG 440 units wide, with the `id` on its page; x is the index of a row. */
final case class CategoryChart(id: String, title: String, rows: Vector[Category], axis: Axis, series: Vector[Series])
    extends Drawing {
  import CategoryChart._

  private val shown = series.map(one => one.copy(points = one.points.filter(_.isFinite))).filter(_.points.nonEmpty)

  /** Extra height of a row when the notes need their own line, because a name leaves no room. */
  private val noteLine = if (rows.exists(isCrowded)) 18.0 else 0.0
  private val rowHeight = 50 + noteLine
  private val bottom = top + rows.size * rowHeight
  private val byName = Axis("variant", AxisScale.fromZero(Vector.empty), index => rows(index.toInt).name)

  def draw: Frag = figure.of(width, bottom + 46, drawing)

  /** A file of its own, with the rules of `style`. */
  def standalone(style: String): String = figure.standalone(width, bottom + 46, drawing, style)

  private def figure: Figure = Figure(id, title, Description.of(byName, axis, shown), shown)

  private def drawing: Frag = frag(grid, rows.zipWithIndex.map { case (category, row) => rowOf(category, row) })

  private def grid: Frag = frag(
    axis.scale.ticks.map { tick =>
      frag(
        Shape.rule("grid", (across(tick), top), (across(tick), bottom)),
        Shape.label("tick", "middle", across(tick), bottom + 18)(axis.write(tick))
      )
    },
    Shape.rule("base", (left, top), (left, bottom)),
    Shape.label("axis", "end", right, bottom + 40)(axis.label)
  )

  private def rowOf(category: Category, row: Int): Frag = {
    val middle = top + (row + 1) * rowHeight - 15
    frag(
      Shape.label("name", "start", left + 6, middle - 15 - noteLine)(category.name),
      Shape.label("note", "end", right, middle - 15)(category.note),
      shown.flatMap(one => one.points.filter(_.x == row.toDouble).map(mark(one, _, middle)))
    )
  }

  private def mark(one: Series, point: Point, middle: Double): Frag = {
    val at = across(point.y)
    frag(
      if (one.drawn == Drawn.Bars) Shape.box(one.look, (left, at), (middle - 8, middle + 8))
      else Shape.marker(one.look, at, middle),
      point.interval.map { case (low, high) =>
        val ends = Vector(low, high).map(across)
        frag(
          Shape.rule("error", (ends.head, middle), (ends.last, middle)),
          ends.map(end => Shape.rule("error", (end, middle - 4), (end, middle + 4)))
        )
      }
    )
  }

  private def across(value: Double): Double = left + axis.scale.at(value) * (right - left)
}

object CategoryChart {
  private val width = 440.0
  private val (left, right, top) = (16.0, 418.0, 6.0)

  private def isCrowded(row: Category): Boolean =
    Shape.wide(row.name) + Shape.wide(row.note) > right - left - 20
}
