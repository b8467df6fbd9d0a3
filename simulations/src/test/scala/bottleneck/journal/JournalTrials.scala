package bottleneck.journal

import bottleneck.lab.explain.result.Trial
import bottleneck.lab.target.Index

/** Every variant of this package. */
object JournalTrials {
  val all: Vector[Trial] =
    Vector(Index.None, Index.Published, Index.Keyset).map(JournalStudy.trial) ++
      Vector(0, 1, 2).map(ReaderDatabasesStudy.trial) ++ NextStepsStudy.trials
}
