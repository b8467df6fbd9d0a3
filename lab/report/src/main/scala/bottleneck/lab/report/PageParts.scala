package bottleneck.lab.report

import scalatags.Text.all._

/** Frame and parts of pages, as those of the lab have them. */
object PageParts {

  val styleSheet = "style.css"

  def frame(heading: String, content: Frag, styleSheet: String = styleSheet): String = {
    val page = html(lang := "en")(
      head(
        meta(charset := "utf-8"),
        meta(name := "viewport", attr("content") := "width=device-width, initial-scale=1"),
        meta(name := "color-scheme", attr("content") := "light dark"),
        tag("title")(heading),
        link(rel := "stylesheet", href := styleSheet)
      ),
      body(tag("main")(content))
    )
    s"<!DOCTYPE html>\n${page.render}\n"
  }

  /** Nothing where it has no content. */
  def part(id: String, heading: String, content: Seq[Frag]): Frag =
    if (content.isEmpty) frag() else tag("section")(attr("id") := id)(h2(heading), content)

  def objections(sentences: Seq[String]): Frag =
    part("first", "Read this first", sentences.map(p(cls := "caution")(_)))

  /** A symbol and a word, as some readers cannot see the colour. */
  def badge(css: String, symbol: String, word: String): Frag =
    span(cls := s"badge $css")(span(attr("aria-hidden") := "true")(symbol), s"\u00a0$word")

  /** A table that scrolls by itself where it is wider than the page. */
  def table(name: String, head: Frag, rows: Seq[Frag], css: String = "numbers"): Frag =
    div(cls := "wide", tabindex := 0, role := "region", attr("aria-label") := name)(
      scalatags.Text.tags.table(cls := css)(thead(head), tbody(rows))
    )
}
