package bottleneck.lab.explain.chart

import java.util.Locale
import scalatags.Text.all._
import scalatags.Text.{svgAttrs => at, svgTags => svg}

/** The parts of a drawing. Their colours are the style sheet's, by class, so that they follow the page's. */
private[chart] object Shape {

  /** A coordinate, to a tenth. */
  def px(value: Double): String = "%.1f".formatLocal(Locale.ROOT, value).stripSuffix(".0")

  /** About how wide a text is: that of a Korean letter is twice that of a Latin one. */
  def wide(text: String): Double = text.map(letter => if (letter < '\u1100') 7.2 else 14.0).sum

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

  def marker(look: Look, x: Double, y: Double): Frag =
    svg.path(cls := s"marker ${look.css}", at.d := look.marker.path, at.transform := s"translate(${px(x)} ${px(y)})")

  /** A rectangle with these ends. */
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
