package bottleneck.lab.run.postgres

import bottleneck.lab.settings.{DatabaseAccess, Refused}
import bottleneck.lab.target.Index
import java.net.URI
import java.nio.file.Path
import java.sql.SQLException
import scala.util.Using

/** A PostgreSQL that the user runs. The lab changes nothing in it but the index variant (which stays, and is followed
  * by a VACUUM), and the service logs in as the user's role.
  */
final class UserDatabase(val access: DatabaseAccess, index: Index, seedSql: Path) extends TargetDatabase {
  import UserDatabase.tables

  /** Creates the index variant; refused when the database cannot be reached, is not seeded or is another person's. */
  override def awaitReady(): Unit =
    UserDatabase.connected(access)(prepare)

  private def prepare(sql: Sql): Unit = {
    tables.find(table => sql.column(s"SELECT to_regclass('$table') IS NULL") == Vector("t")).foreach { missing =>
      throw new Refused(
        s"$access has no table $missing: create it with psql -f seed-sql/schema.sql -f seed-sql/rows.sql."
      )
    }
    Indexes.replace(sql, index, seedSql)
  }

  override def watchAccess: DatabaseAccess = access

  override def indexBuilds: Option[IndexBuilds] = None

  override def pid: Option[Long] = None

  override def useIndex(index: Index): Unit = ()

  override def recordPlans(requests: Vector[URI], file: Path): Unit = Plans.none(file)

  override def hasEnded: Boolean = false

  override def close(): Unit = ()

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
