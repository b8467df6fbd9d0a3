package bottleneck.lab.claims.verdict

import bottleneck.lab.claims.published.{Published, PublishedStatement, StatementKind}
import bottleneck.lab.figures.record.Result

/** Findings of one experiment. */
final case class ExperimentFindings(study: Study, evidence: Evidence, statements: Vector[JudgedStatement]) {
  def hasRuns: Boolean = evidence.variants.nonEmpty

  /** The run of each variant that stands for all of its runs. */
  def shown: Vector[Result] = evidence.variants.map(_.shown)

  /** In a sentence; none where the runs do not allow one. */
  lazy val answer: Option[String] = Sentence.first(study.answer, study.id, evidence.within(study.id))

  lazy val advice: Vector[String] = study.advice.flatMap(_.in(study.id, evidence.within(study.id)))
}

/** Everything that the site shows: also statements that no experiment of this build replays, results of experiments
  * that it does not have, and all that was found.
  */
final case class Findings(
    experiments: Vector[ExperimentFindings],
    elsewhere: Vector[JudgedStatement],
    unknown: Vector[StoredResult],
    found: FoundResults
) {
  lazy val statements: Vector[JudgedStatement] = experiments.flatMap(_.statements) ++ elsewhere

  lazy val claims: Vector[JudgedClaim] = JudgedClaim.of(statements)
}

object Findings {

  /** Hashes of all criteria by statement, stored in a run when it is made. */
  def criteria(published: Published): Map[String, String] =
    published.statements.filter(_.kind.isJudged).map(one => one.id -> one.hash).toMap

  def of(found: FoundResults, studies: Vector[Study], published: Published): Findings = {
    val results = found.results.map(withFigures(published))
    val byExperiment = results.groupBy(_.result.run.experiment)
    val skips = found.skips.groupBy(_.experiment)
    val turns = found.turns.groupBy(_.study)
    val evidences = studies.map { study =>
      def ofThis[A](all: Map[String, Vector[A]]): Vector[A] = all.getOrElse(study.id, Vector.empty)
      study.id -> Evidence.of(ofThis(byExperiment), study.order, ofThis(skips), ofThis(turns))
    }.toMap
    val known = studies.map(_.id).toSet
    val byStudy = published.statements.groupBy(_.study)
    val experiments = studies.map { study =>
      val evidence = evidences(study.id).among(evidences)
      val statements = byStudy.getOrElse(study.id, Vector.empty)
      ExperimentFindings(study, evidence, statements.map(JudgedStatement.of(_, evidence.within(study.id))))
    }
    val elsewhere = published.statements.filterNot(statement => known(statement.study)).map(notReplayed)
    val unknown = results.filterNot(r => known(r.result.run.experiment))
    Findings(experiments, elsewhere, unknown, found)
  }

  /** Figures of the sources are those of today, by the ids that the run has. */
  private def withFigures(published: Published)(stored: StoredResult): StoredResult = {
    val figures = stored.result.published.map(old => published.of(old.setting))
    stored.copy(result = stored.result.copy(published = figures))
  }

  private def notReplayed(statement: PublishedStatement): JudgedStatement =
    JudgedStatement(statement, Judgement(Verdict.Untestable, "no experiment of this build replays it"))
}

/** A statement, judged: exploratory if its criterion is younger than one of its runs. */
final case class JudgedStatement(published: PublishedStatement, judgement: Judgement, exploratory: Boolean = false) {
  def verdict: Verdict = judgement.verdict

  /** The verdict's name; of a demonstration, which its set-up forces, it is said so. */
  def verdictName: String =
    if (verdict == Verdict.Reproduced && published.kind == StatementKind.Demonstration) "as the set-up implies"
    else verdict.name

  /** That of a sound build. */
  def expected: Verdict = Verdict.all.find(_.name == published.expected).getOrElse(Verdict.Untestable)

  /** True if the verdict is the opposite of the expected one and the criterion is older than the runs. */
  def surprises: Boolean = isDecided && Verdict.decided(expected) && verdict != expected && !exploratory

  def isDecided: Boolean = Verdict.decided(verdict)
}

object JudgedStatement {

  /** By the runs of its study and of others, by id. */
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
    else JudgedStatement(published, Judgement(unjudged(published.kind), published.why))

  private def unjudged(kind: StatementKind): Verdict =
    if (kind == StatementKind.Unreplayed) Verdict.NotRun else Verdict.Untestable
}

/** A claim of a source with its statements, of which it has one at least. */
final case class JudgedClaim(id: String, statements: Vector[JudgedStatement]) {

  /** Common verdict of the statements that experiments replay; if they differ, partly where one is decided, else the
    * first undecided one.
    */
  def verdict: Verdict = {
    val verdicts = statements.filter(_.published.kind != StatementKind.Unreplayed).map(_.verdict).distinct
    if (verdicts.isEmpty) Verdict.NotRun
    else if (verdicts.size == 1) verdicts.head
    else if (verdicts.exists(Verdict.decided)) Verdict.Partly
    else Verdict.all.filter(verdicts.contains).head
  }
}

object JudgedClaim {
  def of(statements: Vector[JudgedStatement]): Vector[JudgedClaim] = {
    val byClaim = statements.groupBy(_.published.claim)
    statements.map(_.published.claim).distinct.map(id => JudgedClaim(id, byClaim(id)))
  }
}
