package bottleneck.lab.explain.report

import bottleneck.lab.explain.result.{Agreement, JudgedClaim, Verdict}
import scalatags.Text.all._

/** Claims with their verdicts and what those rest on. */
private[report] object ClaimTable {

  /** @param page
    *   the link to the page of a claim's experiment, where the reader is not already there
    */
  def of(claims: Vector[JudgedClaim], page: JudgedClaim => Option[String]): Frag =
    Page.table("claims", "claims stacked", header, claims.map(row(_, page)))

  private val header: Frag = tr(th("verdict"), th("claim"), th("evidence"), th("source"))

  private def row(claim: JudgedClaim, page: JudgedClaim => Option[String]): Frag = tr(
    td(Badge.of(claim.judgement.verdict), surprise(claim)),
    td(claim.statement),
    td(
      claim.judgement.evidence,
      page(claim).map(link => frag(" · ", a(href := link)(claim.experiment))),
      claim.agreement.map(agreement => div(cls := "note")(certainty(claim.judgement.verdict, agreement))),
      claim.changed.map(reason => div(cls := "note")(s"Criterion changed after runs: $reason"))
    ),
    td(code(claim.source))
  )

  private def surprise(claim: JudgedClaim): Option[Frag] =
    Option.when(claim.surprises)(div(cls := "note")(s"expected: ${claim.expected.name}"))

  /** By how many draws of what the runs leave open, see docs/explanation/numbers.md. */
  private def certainty(verdict: Verdict, agreement: Agreement): String = {
    val share = Numbers.percent(agreement.share)
    if (verdict == agreement.verdict)
      s"${verdict.name.capitalize} in $share of 1,000 draws within its runs' uncertainty."
    else
      s"These runs alone say ${agreement.verdict.name}, but only $share of 1,000 draws within their uncertainty do."
  }
}
