package bottleneck.lab.explain.result

import bottleneck.lab.explain.record.PublishedSetting

/** What the runs of one experiment show. */
final case class ExperimentFindings(study: Study, evidence: Evidence, claims: Vector[JudgedClaim]) {
  def hasRuns: Boolean = evidence.variants.nonEmpty
}

/** Everything that the site shows.
  *
  * @param elsewhere
  *   claims of the sources that no experiment of this build replays
  * @param unknown
  *   results of experiments that this build does not have
  */
final case class Findings(
    experiments: Vector[ExperimentFindings],
    elsewhere: Vector[JudgedClaim],
    damaged: Vector[DamagedResult],
    unknown: Vector[StoredResult]
) {
  def claims: Vector[JudgedClaim] = experiments.flatMap(_.claims) ++ elsewhere
}

object Findings {

  /** Judges every claim by the results that were found. */
  def of(found: FoundResults, studies: Vector[Study], published: Published): Findings = {
    val results = found.results.map(withFigures(published))
    val byExperiment = results.groupBy(_.result.run.experiment)
    val skips = found.skips.groupBy(_.experiment)
    val evidences = studies.map { study =>
      def ofThis[A](all: Map[String, Vector[A]]): Vector[A] = all.getOrElse(study.id, Vector.empty)
      study.id -> Evidence.of(ofThis(byExperiment), study.order, ofThis(skips))
    }.toMap
    val experiments = studies.map { study =>
      val evidence = evidences(study.id).among(evidences)
      ExperimentFindings(study, evidence, study.claims.map(judged(study, _, evidence, published)))
    }
    val replayed = studies.flatMap(_.claims).map(_.source).toSet
    val elsewhere = published.claims.filterNot(claim => replayed(claim.source)).map(notReplayed)
    val known = studies.map(_.id).toSet
    Findings(experiments, elsewhere, found.damaged, results.filterNot(r => known(r.result.run.experiment)))
  }

  /** Figures of the sources are those of today, by the ids that the run has. */
  private def withFigures(published: Published)(stored: StoredResult): StoredResult = {
    val figures = stored.result.expected.published.map(old =>
      published.of(PublishedSetting(old.setting.source, old.setting.variant))
    )
    stored.copy(result = stored.result.copy(expected = stored.result.expected.copy(published = figures)))
  }

  private def judged(study: Study, claim: Claim, evidence: Evidence, published: Published): JudgedClaim = {
    val known = published.claim(claim.source)
    val judgement = orNotRun(claim.judge(evidence), evidence)
    val statement = known.fold(claim.source)(_.statement)
    JudgedClaim(claim.source, study.id, statement, claim.expected, judgement, known.flatMap(_.changed))
  }

  private def orNotRun(judgement: Judgement, evidence: Evidence): Judgement =
    if (judgement.verdict == Verdict.Undecided && evidence.variants.isEmpty) judgement.copy(verdict = Verdict.NotRun)
    else judgement

  private def notReplayed(claim: PublishedClaim): JudgedClaim = JudgedClaim(
    claim.source,
    "none",
    claim.statement,
    Verdict.Untestable,
    Judgement(Verdict.Untestable, "no experiment of this build replays it")
  )
}
