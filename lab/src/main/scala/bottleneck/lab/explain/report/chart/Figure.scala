package bottleneck.lab.explain.report.chart

import scalatags.Text.all._
import scalatags.Text.{svgAttrs => at, svgTags => svg}

/** A drawing with its title above and its legend below.
  *
  * @param id
  *   unique on its page
  * @param summary
  *   what it shows, for those who cannot see it
  */
private[chart] final case class Figure(id: String, title: String, summary: String, series: Vector[Series]) {

  /** Around a drawing of `wide` × `high`, which the page scales. */
  def of(wide: Double, high: Double, drawing: Frag): Frag = tag("figure")(cls := "chart")(
    tag("figcaption")(title),
    svg.svg(
      at.viewBox := s"0 0 ${Shape.px(wide)} ${Shape.px(high)}",
      role := "img",
      attr("aria-labelledby") := s"$id-title $id-summary"
    )(
      tag("title")(attr("id") := s"$id-title", title),
      tag("desc")(attr("id") := s"$id-summary", summary),
      drawing
    ),
    if (series.isEmpty) frag() else ul(cls := "legend")(series.map(entry))
  )

  private def entry(one: Series): Frag = li(
    svg.svg(at.viewBox := "0 0 28 20", attr("aria-hidden") := "true")(
      one.drawn match {
        case Drawn.Bars => Shape.box(one.look, (4, 24), (4, 16))
        case Drawn.Points => Shape.marker(one.look, 14, 10)
        case Drawn.Joined =>
          frag(Shape.line(one.look, Vector(0.0 -> 10.0, 28.0 -> 10.0)), Shape.marker(one.look, 14, 10))
        case Drawn.Line(_) => Shape.line(one.look, Vector(0.0 -> 10.0, 28.0 -> 10.0))
      }
    ),
    one.name
  )
}
