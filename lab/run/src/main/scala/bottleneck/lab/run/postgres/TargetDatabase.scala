package bottleneck.lab.run.postgres

import bottleneck.lab.run.relay.RelayProcess
import bottleneck.lab.settings.DatabaseAccess
import bottleneck.lab.target.Index
import java.net.URI
import java.nio.file.Path

/** The database of a run: one that the lab starts, or one of the user's. `toString` says which. */
trait TargetDatabase extends AutoCloseable {

  /** Login of the service. */
  def access: DatabaseAccess

  /** Login of the lab, for monitoring. */
  def watchAccess: DatabaseAccess

  /** Builds indexes in it under load; none where it is not the lab's. */
  def indexBuilds: Option[IndexBuilds]

  /** Its first process; none where it is not the lab's. */
  def pid: Option[Long]

  /** Waits until it can be used and has the index variant of the run. */
  def awaitReady(): Unit

  /** Replaces its index variant, under whatever is read meanwhile, where it is the lab's; else does nothing. */
  def useIndex(index: Index): Unit

  /** Performs `requests` once each, on an otherwise idle service, and writes the plans of its statements to `file`. */
  def recordPlans(requests: Vector[URI], file: Path): Unit

  /** True if it ended without being asked to. */
  def hasEnded: Boolean

  /** Relay between service and database, where network latency is simulated. */
  def relay: Option[RelayProcess] = None

  /** Its replicas. */
  def readers: Vector[ReaderServer] = Vector.empty

  /** JDBC URL for read-only transactions, where it has readers. */
  def readersUrl: Option[String] = None
}
