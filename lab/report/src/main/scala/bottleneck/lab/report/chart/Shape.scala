package bottleneck.lab.report.chart

import scalatags.Text.all._
import scalatags.Text.{svgAttrs => at, svgTags => svg}

/** The parts of a drawing. Their colours are the style sheet's, by class, so that they follow the page's. */
private[chart] object Shape {

  def px(value: Double): String = ((value * 10).round / 10.0).toString.stripSuffix(".0")

  /** About how wide a text is: that of a Korean letter is twice that of a Latin one. */
  def wide(text: String): Double = text.map(letter => if (letter < '\u1100') 7.2 else 14.0).sum

  def viewBox(wide: Double, high: Double): Modifier = at.viewBox := s"0 0 ${px(wide)} ${px(high)}"

  def file(wide: Double, high: Double, label: Modifier)(content: Frag*): String = {
    val size = Vector[Modifier](viewBox(wide, high), at.width := px(wide), at.height := px(high))
    s"${svg.svg(attr("xmlns") := "http://www.w3.org/2000/svg", size, role := "img", label)(content).render}\n"
  }

  def rule(css: String, from: (Double, Double), to: (Double, Double)): Frag =
    svg.line(cls := css, at.x1 := px(from._1), at.y1 := px(from._2), at.x2 := px(to._1), at.y2 := px(to._2))

  /** Through `points`; a single one is shown as a dot. */
  def line(look: Look, points: Vector[(Double, Double)]): Frag = points match {
    case Vector((x, y)) => svg.circle(cls := s"dot ${look.css}", at.cx := px(x), at.cy := px(y), at.r := "2.5")
    case _ =>
      svg.polyline(
        cls := s"line ${look.css}",
        at.points := points.map { case (x, y) => s"${px(x)},${px(y)}" }.mkString(" ")
      )
  }

  /** Between two lines from left to right. */
  def area(look: Look, upper: Vector[(Double, Double)], lower: Vector[(Double, Double)]): Frag = svg.polygon(
    cls := s"bar ${look.css}",
    at.points := (upper ++ lower.reverse).map { case (x, y) => s"${px(x)},${px(y)}" }.mkString(" ")
  )

  def marker(look: Look, x: Double, y: Double): Frag =
    svg.path(cls := s"marker ${look.css}", at.d := look.marker, at.transform := s"translate(${px(x)} ${px(y)})")

  def box(look: Look, x: (Double, Double), y: (Double, Double)): Frag = rectangle(s"bar ${look.css}", x, y)

  def rectangle(css: String, x: (Double, Double), y: (Double, Double)): Frag = svg.rect(
    cls := css,
    at.x := px(x._1),
    at.y := px(y._1),
    at.width := px(math.max(0, x._2 - x._1)),
    at.height := px(math.max(0, y._2 - y._1))
  )

  /** Text that begins, is centred, or ends at `x`, by `anchor`: start, middle or end. */
  def label(css: String, anchor: String, x: Double, y: Double)(text: String): Frag =
    svg.text(cls := css, at.textAnchor := anchor, at.x := px(x), at.y := px(y))(text)
}

/** A part of the x axis in which something happened, with what it was. */
final case class Band(label: String, from: Double, to: Double)

/** Values of one kind, by their name in the legend. */
final case class Series(name: String, look: Look, drawn: Drawn, points: Vector[Point])

object Series {

  /** Values that an axis spans. */
  def values(series: Iterable[Series]): Vector[Double] =
    series.toVector.flatMap(_.points).flatMap(point => point.y +: point.interval.map(_._2).toVector)

  /** Areas on top of each other, the first at the bottom: of names with a value at each x, in the order of the x. */
  def stacked(xs: Vector[Double], values: Vector[(String, Vector[Double])], looks: Vector[Look]): Vector[Series] = {
    val tops = values.scanLeft(xs.map(_ => 0.0)) { case (below, (_, above)) =>
      below.zip(above).map { case (a, b) => a + b }
    }
    values.zip(looks).zip(tops.zip(tops.tail)).map { case (((name, own), look), (low, high)) =>
      val ends = low.zip(high)
      Series(name, look, Drawn.Area, xs.zip(own).zip(ends).map { case ((x, y), span) => Point(x, y, Some(span)) })
    }
  }
}

/** A value at `x`, and the ends of its interval where it has one. */
final case class Point(x: Double, y: Double, interval: Option[(Double, Double)] = None) {
  private[chart] def isFinite: Boolean = Vector(x, y).forall(value => !value.isNaN && !value.isInfinite)
}

/** Drawing style of a series. */
sealed trait Drawn

object Drawn {
  case object Points extends Drawn
  case object Joined extends Drawn
  case object Bars extends Drawn

  /** Between the ends of the points' intervals. */
  case object Area extends Drawn

  /** A line, broken where neighbours are further apart than `gap`. */
  final case class Line(gap: Double = Double.PositiveInfinity) extends Drawn
}

/** Style that tells series apart without colour: dashes, by the class of the style sheet, and a mark around (0, 0). */
sealed abstract class Look(val css: String, val marker: String)

object Look {
  case object First extends Look("first", "M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0z") // circle
  case object Second extends Look("second", "M-4 -4h8v8h-8z") // square
  case object Third extends Look("third", "M0 -5l5 9h-10z") // triangle
  case object Fourth extends Look("fourth", "M-5 0h10M0 -5v10") // star
  case object Fifth extends Look("fifth", "M0 5l5 -9h-10z") // triangle, downwards
  case object Theory extends Look("theory", "M0 -9v18") // upright line
  case object Published extends Look("published", "M0 -8l8 8l-8 8l-8 -8z") // diamond
  case object Disturbed extends Look("disturbed", "M-5 -5h10l-10 10h10z") // hourglass
  case object Invalid extends Look("invalid", "M-5 -5l10 10M-5 5l10 -10") // cross

  /** A ring around the mark of another look. */
  case object Knee extends Look("knee", "M-9 0a9 9 0 1 0 18 0a9 9 0 1 0 -18 0z")
}
