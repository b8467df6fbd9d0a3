package bottleneck.lab.explain.report

import bottleneck.lab.explain.result._
import scalatags.Text.all._

/** Verdicts in colour, with a symbol and a word, since a colour alone tells nothing to some. */
private[report] object Badge {

  def of(verdict: Verdict): Frag = badge(verdict.name, symbol(verdict), verdict.name)

  def counted(verdict: Verdict, count: Int): Frag = badge(verdict.name, symbol(verdict), s"$count ${verdict.name}")

  def of(result: Result): Frag =
    if (result.valid) badge("valid", "✓", "valid") else badge("invalid", "!", "invalid run")

  def of(check: Check): Frag = if (check.ok) badge("valid", "✓", "holds") else badge("invalid", "!", "fails")

  /** Why the run of `result` is invalid; nothing for a valid one. */
  def objections(result: Result): Frag = {
    val reasons = if (result.objections.isEmpty) Vector("no reason was recorded") else result.objections
    if (result.valid) frag() else ul(cls := "objections")(reasons.map(li(_)))
  }

  private def symbol(verdict: Verdict): String = verdict match {
    case Verdict.Reproduced => "✓"
    case Verdict.Refuted => "≠"
    case Verdict.Untestable => "–"
    case Verdict.Invalid => "!"
  }

  private def badge(css: String, symbol: String, text: String): Frag =
    span(cls := s"badge $css")(span(attr("aria-hidden") := "true")(symbol), s"\u00a0$text")
}
