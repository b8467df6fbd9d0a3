package bottleneck.lab.explain.verdict

import bottleneck.lab.explain.published.{ClaimKind, Published, PublishedSetting, PublishedStatement}
import java.nio.file.Path

/** Findings of one experiment. */
final case class ExperimentFindings(study: Study, evidence: Evidence, statements: Vector[JudgedStatement]) {
  def hasRuns: Boolean = evidence.variants.nonEmpty

  /** In a sentence; none where the runs do not allow one. */
  def answer: Option[String] = study.answer(evidence)
}

/** Everything that the site shows.
  *
  * @param elsewhere
  *   statements of the sources that no experiment of this build replays
  * @param unknown
  *   results of experiments that this build does not have
  * @param unfinished
  *   folders of runs that have no result
  * @param answers
  *   about services, the newest first
  */
final case class Findings(
    experiments: Vector[ExperimentFindings],
    elsewhere: Vector[JudgedStatement],
    damaged: Vector[DamagedResult],
    unknown: Vector[StoredResult],
    unfinished: Vector[Path] = Vector.empty,
    answers: Vector[ServiceAnswer] = Vector.empty
) {
  def statements: Vector[JudgedStatement] = experiments.flatMap(_.statements) ++ elsewhere

  def claims: Vector[JudgedClaim] = JudgedClaim.of(statements)
}

object Findings {

  /** Hashes of criteria by statement, stored in a run when it is made; includes criteria of other experiments that also
    * use this run.
    */
  def criteria(studies: Vector[Study], published: Published): Map[String, String] =
    studies.flatMap(_.statements).map(one => one.id -> one.hash(known(one, published).criterion)).toMap

  private def known(statement: Statement, published: Published): PublishedStatement = published
    .statement(statement.id)
    .getOrElse(PublishedStatement(statement.id, statement.id, ClaimKind.Asked, criterion = ""))

  /** Judges every statement by the results that were found. */
  def of(found: FoundResults, studies: Vector[Study], published: Published): Findings = {
    val results = found.results.map(withFigures(published))
    val byExperiment = results.groupBy(_.result.run.experiment)
    val skips = found.skips.groupBy(_.experiment)
    val turns = found.turns.groupBy(_.study)
    val evidences = studies.map { study =>
      def ofThis[A](all: Map[String, Vector[A]]): Vector[A] = all.getOrElse(study.id, Vector.empty)
      study.id -> Evidence.of(ofThis(byExperiment), study.order, ofThis(skips), ofThis(turns))
    }.toMap
    val experiments = studies.map { study =>
      val evidence = evidences(study.id).among(evidences)
      ExperimentFindings(study, evidence, study.statements.map(judged(study, _, evidence, published)))
    }
    val replayed = studies.flatMap(_.statements).map(_.id).toSet
    val elsewhere = published.statements.filterNot(statement => replayed(statement.id)).map(notReplayed)
    val known = studies.map(_.id).toSet
    val unknown = results.filterNot(r => known(r.result.run.experiment))
    Findings(experiments, elsewhere, found.damaged, unknown, found.unfinished, found.answers)
  }

  /** Figures of the sources are those of today, by the ids that the run has. */
  private def withFigures(published: Published)(stored: StoredResult): StoredResult = {
    val figures = stored.result.expected.published.map(old =>
      published.of(PublishedSetting(old.setting.source, old.setting.variant))
    )
    stored.copy(result = stored.result.copy(expected = stored.result.expected.copy(published = figures)))
  }

  private def judged(
      study: Study,
      statement: Statement,
      evidence: Evidence,
      published: Published
  ): JudgedStatement = {
    val of = known(statement, published)
    val asked = evidence.askedBy(statement.judge)
    val judgement = Draws.judge(statement, evidence)
    val hash = statement.hash(of.criterion)
    val lookedAt = (evidence +: asked.flatMap(evidence.of)).flatMap(_.variants).flatMap(_.counted)
    JudgedStatement(
      of,
      study.id,
      statement.expected,
      orNotRun(judgement, evidence),
      lookedAt.exists(!_.run.criteria.get(statement.id).contains(hash))
    )
  }

  private def orNotRun(judgement: Judgement, evidence: Evidence): Judgement =
    if (judgement.verdict == Verdict.Undecided && evidence.isEmpty) judgement.copy(verdict = Verdict.NotRun)
    else judgement

  private def notReplayed(statement: PublishedStatement): JudgedStatement = JudgedStatement(
    statement,
    "none",
    Verdict.Untestable,
    Judgement(Verdict.Untestable, statement.untestable.getOrElse("no experiment of this build replays it"))
  )
}
