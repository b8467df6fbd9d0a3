package bottleneck.lab.report.chart

import bottleneck.lab.report.Part
import scalatags.Text.all._
import scalatags.Text.{svgAttrs => at, svgTags => svg}

/** A picture with an id that is unique on its page. */
trait Drawing {
  def draw: Frag
}

/** Pictures beside each other where there is room, `small` ones closer, and wide ones below each other. */
final case class Charts(drawings: Seq[Drawing], small: Boolean = false, wide: Boolean = false) extends Part {
  def isEmpty: Boolean = drawings.isEmpty
  def html: Frag =
    if (isEmpty) frag()
    else div(cls := (if (small) "charts small" else if (wide) "charts whole" else "charts"))(drawings.map(_.draw))
}

/** A drawing with its title above and its legend below. The `summary` describes it to screen readers, and `events` say
  * what the numbers 1, 2, … in it mean.
  */
private[chart] final case class Figure(
    id: String,
    title: String,
    summary: String,
    series: Vector[Series],
    events: Vector[String] = Vector.empty
) {

  /** Around a drawing of `wide` × `high`, which the page scales. */
  def of(wide: Double, high: Double, drawing: Frag): Frag = tag("figure")(cls := "chart")(
    tag("figcaption")(title),
    svg.svg(Shape.viewBox(wide, high), role := "img", labelled)(texts, drawing),
    if (series.isEmpty) frag() else ul(cls := "legend")(series.map(entry), events.zipWithIndex.map(event))
  )

  private def labelled: Modifier = attr("aria-labelledby") := s"$id-title $id-summary"

  private def texts: Frag = frag(
    tag("title")(attr("id") := s"$id-title", title),
    tag("desc")(attr("id") := s"$id-summary", summary)
  )

  private def event(numbered: (String, Int)): Frag = {
    val (name, n) = numbered
    li(
      svg.svg(at.viewBox := "0 0 28 20", attr("aria-hidden") := "true")(
        Shape.rectangle("band", (2, 26), (1, 19)),
        Shape.label("note", "middle", 14, 15)((n + 1).toString)
      ),
      name
    )
  }

  private def entry(one: Series): Frag =
    li(svg.svg(at.viewBox := "0 0 28 20", attr("aria-hidden") := "true")(sample(one)), one.name)

  private def sample(one: Series): Frag = one.drawn match {
    case Drawn.Bars | Drawn.Area => Shape.box(one.look, (4, 24), (4, 16))
    case Drawn.Points => Shape.marker(one.look, 14, 10)
    case Drawn.Joined =>
      frag(Shape.line(one.look, Vector(0.0 -> 10.0, 28.0 -> 10.0)), Shape.marker(one.look, 14, 10))
    case Drawn.Line(_) => Shape.line(one.look, Vector(0.0 -> 10.0, 28.0 -> 10.0))
  }

  /** The same as an SVG file: title, drawing and legend on a background of its own. */
  def standalone(wide: Double, high: Double, drawing: Frag, style: String): String = {
    val (margin, heading, legend) = (12.0, 30.0, 26.0)
    val (allWide, allHigh) = (wide + 2 * margin, high + heading + legend + margin)
    val starts = series.scanLeft(margin)((x, one) => x + 40 + Shape.wide(one.name))
    Shape.file(allWide, allHigh, labelled)(
      texts,
      tag("style")(raw(s"$style\nsvg { font-family: system-ui, sans-serif; }\n.paper { fill: var(--paper); }\n")),
      Shape.rectangle("paper", (0, allWide), (0, allHigh)),
      svg.g(cls := "heading")(Shape.label("name", "start", margin, 20)(title)),
      svg.g(at.transform := s"translate(${Shape.px(margin)} ${Shape.px(heading)})")(drawing),
      series.zip(starts).map { case (one, x) =>
        svg.g(at.transform := s"translate(${Shape.px(x)} ${Shape.px(heading + high)})")(
          sample(one),
          Shape.label("entry", "start", 32, 14)(one.name)
        )
      }
    )
  }
}

/** Text description of a chart. */
private[chart] object Description {
  private val mostNamed = 12

  /** Every value of a short series, and the ends and the greatest value of a long one. */
  def of(x: Axis, y: Axis, series: Vector[Series], bands: Vector[Band] = Vector.empty): String = {
    def pair(point: Point): String = s"${x.write(point.x)}: ${y.write(point.y)}"
    val sentences = series.map { one =>
      val values =
        if (one.points.size <= mostNamed) one.points.map(pair).mkString(", ")
        else s"${pair(one.points.head)} to ${pair(one.points.last)}, at most ${pair(one.points.maxBy(_.y))}"
      s"${one.name}: $values."
    }
    val meanwhile = bands.map(band => s"${band.label} from ${x.write(band.from)} to ${x.write(band.to)}.")
    (s"${y.label} by ${x.label}." +: (sentences ++ meanwhile)).mkString(" ")
  }
}
