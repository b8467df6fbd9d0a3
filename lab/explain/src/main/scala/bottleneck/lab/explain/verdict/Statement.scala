package bottleneck.lab.explain.verdict

import bottleneck.lab.explain.published.PublishedStatement
import bottleneck.lab.explain.record.Hash

/** A statement of a source that runs can show or refute.
  *
  * @param id
  *   in data/claims.csv
  * @param expected
  *   the verdict of a sound build: the opposite one fails the statement's test case
  * @param about
  *   the check of runs that is itself what is judged: a run which is disturbed by that one alone counts
  */
final case class Statement(
    id: String,
    expected: Verdict,
    judge: Evidence => Judgement,
    about: Option[String] = None
) {

  /** Changes with the words of its `criterion` and with the expected verdict: 12 hexadecimal digits. */
  def hash(criterion: String): String = Hash.of(s"$id\n$criterion\n${expected.name}")
}

/** A statement, judged.
  *
  * @param experiment
  *   id of its study
  * @param exploratory
  *   true if its criterion is younger than one of its runs
  */
final case class JudgedStatement(
    published: PublishedStatement,
    experiment: String,
    expected: Verdict,
    judgement: Judgement,
    exploratory: Boolean = false
) {
  def verdict: Verdict = judgement.verdict

  /** True if the verdict is the opposite of the expected one and the criterion is older than the runs. */
  def surprises: Boolean = isDecided && Verdict.decided(expected) && verdict != expected && !exploratory

  def isDecided: Boolean = Verdict.decided(verdict)
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
