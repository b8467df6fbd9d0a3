package bottleneck.scaleup

import bottleneck.lab.explain.published._
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.verdict._
import bottleneck.StudyRuns
import bottleneck.lab.target.CpuLimits

/** Runs of a cache and of tiers for their studies to judge. */
private[scaleup] object FindAllRuns {

  /** With what the source gives for the tier; `service` and `database` are shares of their cores. */
  def ran(tier: FindAllTier, kind: FindAllKind, throughput: Double, service: Double, database: Double): StoredResult = {
    val trial = FindAllStudy.trial(tier, kind)
    val published = Map[FindAllTier, Double](FindAllTier.Half -> 689.3, FindAllTier.One -> 1634.0)
    StudyRuns.stored(trial, throughput) { run =>
      run.copy(
        target = run.target.copy(
          cpus = CpuLimits(Some(tier.cores), Some(1)).below(run.machine.cpus),
          cache = kind.cache.map(CacheDescription.of)
        ),
        server = run.server.copy(cpu =
          Cpu(
            Some(service * tier.cores),
            Some(database),
            Some(0.1),
            MachineCpu(Some(1.5), None, None),
            cache = Some(0.06)
          )
        ),
        expected =
          run.expected.copy(published = trial.published.map(setting => PublishedFigures(setting, published.get(tier))))
      )
    }
  }

  /** As the study expects them. */
  val expected: Vector[StoredResult] = Vector(
    ran(FindAllTier.Half, FindAllKind.NoCache, 18, service = 0.2, database = 0.98),
    ran(FindAllTier.One, FindAllKind.NoCache, 18.5, service = 0.1, database = 0.98),
    ran(FindAllTier.Two, FindAllKind.NoCache, 18.4, service = 0.05, database = 0.98),
    ran(FindAllTier.Half, FindAllKind.Caffeine, 450, service = 0.97, database = 0.02),
    ran(FindAllTier.One, FindAllKind.Caffeine, 900, service = 0.96, database = 0.02),
    ran(FindAllTier.Half, FindAllKind.Redis, 150, service = 0.98, database = 0.02),
    ran(FindAllTier.One, FindAllKind.Redis, 300, service = 0.96, database = 0.02),
    ran(FindAllTier.Two, FindAllKind.Redis, 420, service = 0.7, database = 0.02)
  )

  /** All of them, but one that is another. */
  def but(changed: StoredResult): Vector[StoredResult] =
    expected.filterNot(_.result.run.variant == changed.result.run.variant) :+ changed
}
