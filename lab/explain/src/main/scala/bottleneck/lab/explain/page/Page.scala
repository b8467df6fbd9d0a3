package bottleneck.lab.explain.page

import bottleneck.lab.model.Numbers
import bottleneck.lab.explain.record.Result
import scalatags.Text.all._

/** Parts of the pages of experiments. */
private[page] object Page {

  /** A part whose content is shown on demand; nothing where it has none. */
  def folded(id: String, heading: String, content: Seq[Frag]): Frag =
    if (content.isEmpty) frag()
    else
      tag("section")(attr("id") := id, cls := "folded")(tag("details")(tag("summary")(h2(heading)), div(content)))

  /** Row header of a run in a table: its variant and its soundness. */
  def variant(result: Result, report: Option[String]): Frag = th(attr("scope") := "row", cls := "text")(
    div(result.run.variant),
    Badge.of(result),
    report.map(link => div(cls := "note")(a(href := link)("Gatling's report")))
  )

  /** A cell with a number, and a note on it. */
  def number(value: Option[String], note: Option[String] = None): Columns.Cell =
    td(value.getOrElse[String](Numbers.none), note.map(div(cls := "note")(_)))
}
