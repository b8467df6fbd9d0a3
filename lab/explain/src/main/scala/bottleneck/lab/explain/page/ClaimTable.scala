package bottleneck.lab.explain.page

import bottleneck.lab.model.Numbers
import bottleneck.lab.explain.published.ClaimKind
import bottleneck.lab.explain.verdict.{Agreement, Draws, JudgedClaim, JudgedStatement, Verdict}
import bottleneck.lab.page.PageParts
import scalatags.Text.all._

/** Claims, statement by statement, with their verdicts and what those rest on. */
private[page] object ClaimTable {

  /** @param page
    *   the link to the page of a statement's experiment, where the reader is not already there
    */
  def of(claims: Vector[JudgedClaim], page: JudgedStatement => Option[String]): Frag =
    PageParts.table("claims", header, claims.flatMap(rows(_, page)), "claims stacked")

  /** Statements of one experiment: other statements of the same claims may belong to another. */
  def of(statements: Vector[JudgedStatement]): Frag =
    PageParts.table("claims", header, statements.map(row(_, _ => None)), "claims stacked")

  private val header: Frag = tr(th("verdict"), th("statement"), th("evidence"), th("source"))

  /** A claim of several statements has a row of its own above theirs. */
  private def rows(claim: JudgedClaim, page: JudgedStatement => Option[String]): Vector[Frag] = {
    val head = Option.when(claim.statements.size > 1)(
      tr(cls := "group")(
        th(colspan := 4, attr("scope") := "rowgroup")(code(claim.id), " ", Badge.of(claim.verdict))
      )
    )
    head.toVector ++ claim.statements.map(row(_, page))
  }

  private def row(judged: JudgedStatement, page: JudgedStatement => Option[String]): Frag = tr(
    td(Badge.of(judged.verdict), surprise(judged)),
    td(judged.published.text, explanation(judged)),
    td(
      judged.judgement.evidence,
      page(judged).map(link => frag(" · ", a(href := link)(judged.experiment))),
      Option.when(judged.exploratory && judged.isDecided)(
        div(cls := "note")("Exploratory: this criterion is younger than a run that it judges.")
      ),
      judged.judgement.agreement.map(agreement => div(cls := "note")(certainty(judged.verdict, agreement))),
      Option.unless(judged.published.criterion.isEmpty)(
        tag("details")(
          tag("summary")("Criterion"),
          div(cls := "note")(judged.published.criterion)
        )
      )
    ),
    td(code(judged.published.id))
  )

  private def explanation(judged: JudgedStatement): Option[Frag] =
    Option.when(judged.published.kind == ClaimKind.Guessed)(div(cls := "note")("the source's guess"))

  private def surprise(judged: JudgedStatement): Option[Frag] =
    Option.when(judged.surprises)(div(cls := "note")(s"expected: ${judged.expected.name}"))

  /** By draws of what the runs leave open, or by pairs of runs: docs/explanation/numbers.md. */
  private def certainty(verdict: Verdict, agreement: Agreement): String = {
    val share = Numbers.percent(agreement.share)
    agreement match {
      case of: Agreement.OfPairs =>
        s"${of.agreeing} of ${Numbers.counted(of.pairs, "pair")} of runs say ${of.verdict.name}; by chance alone as many would " +
          s"with a probability of ${Numbers.percent(of.chance)}, and at most ${Numbers.percent(1 - Agreement.needed)} is allowed."
      case _: Agreement.OfDraws if verdict == agreement.verdict =>
        s"${verdict.name.capitalize} in $share of $draws within its runs' uncertainty."
      case _: Agreement.OfDraws =>
        s"These runs alone say ${agreement.verdict.name}, but only $share of $draws within their uncertainty do; " +
          s"${Numbers.percent(Agreement.needed)} are needed."
    }
  }

  private def draws: String = s"${Numbers.count(Draws.number)} draws"
}
