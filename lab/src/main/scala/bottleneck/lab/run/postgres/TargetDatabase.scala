package bottleneck.lab.run.postgres

import bottleneck.lab.settings.DatabaseAccess

/** The database of a run: one that the lab starts, or one of the user's. `toString` says which. */
trait TargetDatabase extends AutoCloseable {

  /** How the service logs in. */
  def access: DatabaseAccess

  /** Waits until it can be used and has the index variant of the run. */
  def awaitReady(): Unit

  /** Whether it ended although nobody asked it to. */
  def hasEnded: Boolean
}
