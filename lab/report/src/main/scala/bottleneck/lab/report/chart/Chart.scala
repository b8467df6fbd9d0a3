package bottleneck.lab.report.chart

import scalatags.Text.all._

/** Series over an axis of numbers, as an SVG of 440 × 280 units. The `id` is unique on its page; `shaded` is a part of
  * the x axis that is set off from the rest, and `bands` are others, numbered in the order of the legend's names.
  */
final case class Chart(
    id: String,
    title: String,
    axes: (Axis, Axis),
    series: Vector[Series],
    shaded: Option[(Double, Double)] = None,
    bands: Vector[Band] = Vector.empty
) extends Drawing {
  import Chart._

  private val (x, y) = axes
  private val shown = series.map(one => one.copy(points = one.points.filter(_.isFinite))).filter(_.points.nonEmpty)

  def draw: Frag = Figure(id, title, Description.of(x, y, shown, bands), shown, bands.map(_.label))
    .of(width, height, frag(shaded.map(shade), bands.map(mark), horizontalGrid, xAxis, shown.map(mark), numbers))

  private def shade(span: (Double, Double)): Frag =
    Shape.rectangle("window", (across(span._1), across(span._2)), (top, bottom))

  private def mark(band: Band): Frag = {
    val (from, to) = ends(band)
    Shape.rectangle("band", (from, math.max(to, from + narrowest)), (top, bottom))
  }

  private def ends(band: Band): (Double, Double) = within(across(band.from)) -> within(across(band.to))

  private def within(at: Double): Double = math.max(left, math.min(right, at))

  /** Each above the middle of its band, or further to the right where the one before takes that place. */
  private def numbers: Frag = {
    val middles = bands.map(ends).map { case (from, to) => (from + to) / 2 }
    val places = middles.scanLeft(Double.NegativeInfinity)((before, at) => math.max(at, before + apart)).tail
    frag(places.zipWithIndex.map { case (at, n) => Shape.label("note", "middle", at, top - 3)((n + 1).toString) })
  }

  private def horizontalGrid: Frag = frag(
    y.scale.ticks.map { tick =>
      frag(
        Shape.rule("grid", (left, up(tick)), (right, up(tick))),
        Shape.label("tick", "end", left - 8, up(tick) + 4.5)(y.write(tick))
      )
    },
    Shape.label("axis", "start", 0, 11)(y.label)
  )

  private def xAxis: Frag = frag(
    Shape.rule("base", (left, bottom), (right, bottom)),
    x.scale.ticks.map { tick =>
      frag(
        Shape.rule("base", (across(tick), bottom), (across(tick), bottom + 5)),
        Shape.label("tick", "middle", across(tick), bottom + 20)(x.write(tick))
      )
    },
    Shape.label("axis", "end", right, height - 8)(x.label)
  )

  private def mark(one: Series): Frag = one.drawn match {
    case Drawn.Line(gap) => frag(pieces(one.points, gap).map(piece => Shape.line(one.look, piece.map(place))))
    case Drawn.Joined => frag(Shape.line(one.look, one.points.map(place)), one.points.map(point(one.look, _)))
    case Drawn.Points | Drawn.Bars => frag(one.points.map(point(one.look, _)))
    case Drawn.Area =>
      val spans = for (point <- one.points; (low, high) <- point.interval) yield (across(point.x), up(low), up(high))
      Shape.area(one.look, spans.map { case (x, _, high) => x -> high }, spans.map { case (x, low, _) => x -> low })
  }

  private def point(look: Look, point: Point): Frag = {
    val (atX, atY) = place(point)
    frag(
      point.interval.map { case (low, high) =>
        frag(
          Shape.rule(s"error ${look.css}", (atX, up(low)), (atX, up(high))),
          Vector(low, high).map(end => Shape.rule(s"error ${look.css}", (atX - 4, up(end)), (atX + 4, up(end))))
        )
      },
      Shape.marker(look, atX, atY)
    )
  }

  private def place(point: Point): (Double, Double) = across(point.x) -> up(point.y)
  private def across(value: Double): Double = left + x.scale.at(value) * (right - left)
  private def up(value: Double): Double = bottom - y.scale.at(value) * (bottom - top)
}

object Chart {

  /** A chart whose y axis spans the values of its series; none where they have none. */
  def of(id: String, title: String, x: Axis, y: Vector[Double] => Axis)(series: Series*): Option[Chart] = {
    val values = Series.values(series)
    Option.when(values.nonEmpty)(Chart(id, title, x -> y(values), series.toVector))
  }

  private val (width, height) = (440.0, 280.0)
  private val (left, right, top, bottom) = (56.0, 418.0, 32.0, 228.0)

  private val narrowest = 2.0 // so that a band stays visible

  /** Minimum distance at which two numbers of two digits do not overlap. */
  private val apart = 20.0

  private def pieces(points: Vector[Point], gap: Double): Vector[Vector[Point]] =
    points.foldLeft(Vector.empty[Vector[Point]]) {
      case (before :+ piece, point) if point.x - piece.last.x <= gap => before :+ (piece :+ point)
      case (before, point) => before :+ Vector(point)
    }
}
