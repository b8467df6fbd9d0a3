package bottleneck.journal

import bottleneck.lab.explain.result.{Study, Trial}
import bottleneck.lab.target.{Index, IndexBuild}

/** Every study and variant of the package. */
object JournalTrials {
  val studies: Vector[Study] = Vector(
    JournalStudy.study,
    JournalPoolStudy.study,
    NextStepsStudy.study,
    ReaderDatabasesStudy.study,
    OnlineIndexStudy.study
  )
  val all: Vector[Trial] =
    Vector(Index.None, Index.Published, Index.Keyset).map(JournalStudy.trial) ++
      Vector(0, 1, 2).map(ReaderDatabasesStudy.trial) ++ NextStepsStudy.trials ++
      JournalPoolStudy.trials ++
      Vector(IndexBuild.Plain, IndexBuild.Concurrent, IndexBuild.Interrupted).map(OnlineIndexStudy.trial)
}
