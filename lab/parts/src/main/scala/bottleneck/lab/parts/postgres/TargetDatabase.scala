package bottleneck.lab.parts.postgres

import bottleneck.lab.figures.settings.{DatabaseAccess, Refused}
import bottleneck.lab.figures.target.Index
import bottleneck.lab.log.WholeFile
import bottleneck.lab.parts.relay.RelayProcess
import java.net.URI
import java.nio.file.Path
import java.sql.SQLException
import scala.util.Using

/** The database of a run: one of the lab's, or one of the user's, of which it knows only the login. */
trait TargetDatabase extends AutoCloseable {

  /** Login of the service. */
  def access: DatabaseAccess

  /** Login of the lab, for monitoring. */
  def watchAccess: DatabaseAccess = access

  /** Waits until it can be used and has the index variant of the run. */
  def awaitReady(): Unit

  /** Performs `requests` once each, on an otherwise idle service, and writes the plans of its statements to `file`. */
  def recordPlans(requests: Vector[URI], file: Path): Unit

  def indexBuilds: Option[IndexBuilds] = None

  /** Replaces its index variant, under whatever is read meanwhile. */
  def useIndex(index: Index): Unit = ()

  def pid: Option[Long] = None

  /** True if it ended without being asked to. */
  def hasEnded: Boolean = false

  /** Relay between service and database, where network latency is simulated. */
  def relay: Option[RelayProcess] = None

  def readers: Vector[ReaderServer] = Vector.empty

  /** JDBC URL for read-only transactions, where it has readers. */
  def readersUrl: Option[String] = None

  override def close(): Unit = ()
}

/** A PostgreSQL that the user runs. The lab changes nothing in it but the index variant (which stays, and is followed
  * by a VACUUM), and the service logs in as the user's role.
  */
final class UserDatabase(val access: DatabaseAccess, index: Index, seedSql: Path) extends TargetDatabase {

  /** Creates the index variant; refused when the database cannot be reached, is not seeded or is another person's. */
  override def awaitReady(): Unit = UserDatabase.connected(access) { sql =>
    UserDatabase.tables
      .find(table => sql.column(s"SELECT to_regclass('$table') IS NULL") == Vector("t"))
      .foreach { missing =>
        throw new Refused(
          s"$access has no table $missing: create it with psql -f seed-sql/schema.sql -f seed-sql/rows.sql."
        )
      }
    Indexes.replace(sql, index, seedSql)
  }

  override def recordPlans(requests: Vector[URI], file: Path): Unit = WholeFile.write(
    file,
    "Query plans are recorded only for the embedded PostgreSQL: the lab sets nothing in one of yours.\n"
  )

  override def toString: String = s"$access with index ${index.name}"
}

object UserDatabase {
  private val tables = Vector("journal", "journal_reply", "journal_attachment")

  /** Throws [[Refused]] where nobody answers at `access`, the login is wrong or the server cannot be trusted. */
  def refuseUnusable(access: DatabaseAccess): Unit = connected(access)(_ => ())

  private def connected(access: DatabaseAccess)(use: Sql => Unit): Unit =
    try Using.resource(Sql.connect(access))(use)
    catch {
      case error: SQLException =>
        val reason = error.getMessage.linesIterator.next().stripSuffix(".")
        throw new Refused(
          s"$access cannot be used: $reason; check -Dlab.database.url=, -Dlab.database.user= and the password.",
          Some(error)
        )
    }
}

/** The settings of a server that a measurement depends on, as the server reports them. */
object ServerSettings {

  /** The setting that is the server's version. */
  val version = "server_version"

  private val names =
    Vector(version, "autovacuum", "max_parallel_workers", "max_worker_processes") ++ PostgresServer.measured

  /** Settings by name, with units; without those that the server or the role does not report. */
  def read(access: DatabaseAccess): Map[String, String] = Using.resource(Sql.watch(access)) { sql =>
    val list = names.map(name => s"'$name'").mkString(", ")
    sql
      .rows(s"SELECT name, current_setting(name) FROM pg_settings WHERE name IN ($list)")
      .collect { case Vector(Some(name), Some(value)) => name -> value }
      .toMap
  }
}
