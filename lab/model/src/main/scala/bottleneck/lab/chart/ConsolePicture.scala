package bottleneck.lab.chart

import bottleneck.lab.model.Text
import scalatags.Text.{svgAttrs => at, svgTags => svg}
import scalatags.Text.all._

/** Lines of a console, the first a command, as an SVG file that follows the colour scheme of its reader. */
object ConsolePicture {
  private val (widest, step, margin) = (116, 19.0, 14.0)

  /** Width of a letter of 13.5 px in common fonts of one width, with some room. */
  private val letter = 8.2

  def of(title: String, lines: Vector[String]): String = {
    val rows = lines.flatMap(wrapped)
    val (wide, high) = (widest * letter + 2 * margin, rows.size * step + 2 * margin)
    val picture = svg.svg(
      attr("xmlns") := "http://www.w3.org/2000/svg",
      at.viewBox := s"0 0 ${Shape.px(wide)} ${Shape.px(high)}",
      at.width := Shape.px(wide),
      at.height := Shape.px(high),
      role := "img",
      attr("aria-label") := (title +: lines).mkString("\n")
    )(
      tag("style")(
        raw(
          s"${StyleSheet.chart}\n.paper { fill: var(--raised); }\nsvg text { font-family: monospace; white-space: pre; }\n"
        )
      ),
      Shape.rectangle("paper", (0, wide), (0, high)),
      rows.zipWithIndex.map { case (row, n) =>
        Shape.label("note", "start", margin, margin + (n + 0.75) * step)(row)
      }
    )
    s"${picture.render}\n"
  }

  /** A line as rows that are not too long; further ones are indented as it is, and some more. */
  private def wrapped(line: String): Vector[String] =
    Text.wrapped(line, widest, line.takeWhile(_ == ' ') + "  ")
}
