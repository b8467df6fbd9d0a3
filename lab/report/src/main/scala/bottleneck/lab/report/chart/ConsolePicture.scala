package bottleneck.lab.report.chart

import bottleneck.lab.figures.Text
import scalatags.Text.all._

/** Lines of a console, the first a command, as an SVG file that follows the colour scheme of its reader. */
object ConsolePicture {
  private val (widest, step, margin) = (116, 19.0, 14.0)

  /** Width of a letter of 13.5 px in common fonts of one width, with some room. */
  private val letter = 8.2

  def of(title: String, lines: Vector[String]): String = {
    // further rows of a line are indented as it is, and some more
    val rows = lines.flatMap(line => Text.wrapped(line, widest, line.takeWhile(_ == ' ') + "  "))
    val (wide, high) = (widest * letter + 2 * margin, rows.size * step + 2 * margin)
    val style = "\n.paper { fill: var(--raised); }\nsvg text { font-family: monospace; white-space: pre; }\n"
    Shape.file(wide, high, attr("aria-label") := (title +: lines).mkString("\n"))(
      tag("style")(raw(StyleSheet.chart + style)),
      Shape.rectangle("paper", (0, wide), (0, high)),
      rows.zipWithIndex.map { case (row, n) =>
        Shape.label("note", "start", margin, margin + (n + 0.75) * step)(row)
      }
    )
  }
}
