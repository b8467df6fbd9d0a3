package bottleneck.lab.explain.page

import bottleneck.lab.model.Numbers
import bottleneck.lab.explain.record.Result
import scalatags.Text.all._

/** Frame that all pages have around their content. */
private[page] object Page {

  def render(links: Links, heading: String, content: Frag): String = {
    val page = html(lang := "en")(
      head(
        meta(charset := "utf-8"),
        meta(name := "viewport", attr("content") := "width=device-width, initial-scale=1"),
        meta(name := "color-scheme", attr("content") := "light dark"),
        tag("title")(heading),
        link(rel := "stylesheet", href := links.styleSheet)
      ),
      body(tag("main")(content))
    )
    s"<!DOCTYPE html>\n${page.render}\n"
  }

  /** A part of a page with its heading; nothing where it has no content. */
  def part(id: String, heading: String, content: Seq[Frag]): Frag =
    if (content.isEmpty) frag() else tag("section")(attr("id") := id)(h2(heading), content)

  /** A part whose content is shown on demand; nothing where it has none. */
  def folded(id: String, heading: String, content: Seq[Frag]): Frag =
    if (content.isEmpty) frag()
    else
      tag("section")(attr("id") := id, cls := "folded")(tag("details")(tag("summary")(h2(heading)), div(content)))

  /** Row header of a run in a table: its variant and its soundness. */
  def variant(result: Result, report: Option[String] = None): Frag = th(attr("scope") := "row", cls := "text")(
    div(result.run.variant),
    Badge.of(result),
    report.map(link => div(cls := "note")(a(href := link)("Gatling's report")))
  )

  /** A cell with a number, and a note on it. */
  def number(value: Option[String], note: Option[String] = None): Columns.Cell =
    td(value.getOrElse[String](Numbers.none), note.map(div(cls := "note")(_)))

  /** A table that scrolls by itself where it is wider than the page; `name` is for screen readers. */
  def table(name: String, css: String, head: Frag, rows: Seq[Frag]): Frag =
    div(cls := "wide", tabindex := 0, role := "region", attr("aria-label") := name)(
      scalatags.Text.tags.table(cls := css)(thead(head), tbody(rows))
    )
}
