package bottleneck.lab.explain.result

/** Something that a source claims and that runs can show or refute.
  *
  * @param source
  *   id of the claim in data/claims.csv
  * @param expected
  *   the verdict of a sound build: the opposite one fails the claim's test case
  */
final case class Claim(source: String, expected: Verdict, judge: Evidence => Judgement)

/** A claim, judged.
  *
  * @param changed
  *   what of its criterion or of `expected` was changed after runs, and why
  * @param agreement
  *   where its runs decided, were they exact
  */
final case class JudgedClaim(
    source: String,
    experiment: String,
    statement: String,
    expected: Verdict,
    judgement: Judgement,
    changed: Option[String] = None,
    agreement: Option[Agreement] = None
) {

  /** Whether the verdict is the opposite of the expected one. */
  def surprises: Boolean =
    Verdict.decided(judgement.verdict) && judgement.verdict != expected
}
