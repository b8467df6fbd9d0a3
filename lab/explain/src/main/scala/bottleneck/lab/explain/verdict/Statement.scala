package bottleneck.lab.explain.verdict

import bottleneck.lab.explain.published.PublishedStatement

/** A statement, judged.
  *
  * @param exploratory
  *   true if its criterion is younger than one of its runs
  */
final case class JudgedStatement(
    published: PublishedStatement,
    judgement: Judgement,
    exploratory: Boolean = false
) {
  def verdict: Verdict = judgement.verdict

  /** That of a sound build. */
  def expected: Verdict = Verdict.all.find(_.name == published.expected).getOrElse(Verdict.Untestable)

  /** True if the verdict is the opposite of the expected one and the criterion is older than the runs. */
  def surprises: Boolean = isDecided && Verdict.decided(expected) && verdict != expected && !exploratory

  def isDecided: Boolean = Verdict.decided(verdict)
}

object JudgedStatement {

  /** By the runs of its study and of others.
    *
    * @param evidence
    *   of a study, by its id
    */
  def of(published: PublishedStatement, evidence: String => Evidence): JudgedStatement =
    if (published.kind.isJudged)
      Criterion
        .parse(published.study, published.criterion)
        .fold(
          problem => JudgedStatement(published, Judgement.undecided(problem.sentence)),
          criterion =>
            JudgedStatement(
              published,
              criterion.judge(evidence),
              criterion.recorded(evidence).exists(!_.get(published.id).contains(published.hash))
            )
        )
    else JudgedStatement(published, Judgement(Verdict.Untestable, published.why))
}

/** A claim of a source with its statements, of which it has one at least. */
final case class JudgedClaim(id: String, statements: Vector[JudgedStatement]) {

  /** Common verdict of the statements; if they differ, partly where one is decided, else the first undecided one. */
  def verdict: Verdict = {
    val verdicts = statements.map(_.verdict).distinct
    if (verdicts.size == 1) verdicts.head
    else if (verdicts.exists(Verdict.decided)) Verdict.Partly
    else Verdict.all.filter(verdicts.contains).head
  }
}

object JudgedClaim {

  /** In the order of their first statements. */
  def of(statements: Vector[JudgedStatement]): Vector[JudgedClaim] = {
    val byClaim = statements.groupBy(_.published.claim)
    statements.map(_.published.claim).distinct.map(id => JudgedClaim(id, byClaim(id)))
  }
}
