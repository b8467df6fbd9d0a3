package bottleneck.lab.run.postgres

import bottleneck.lab.settings.{DatabaseAccess, Refused}
import bottleneck.lab.target.Database
import java.nio.file.Path
import java.sql.SQLException
import scala.util.Using

/** A PostgreSQL that the user runs: the lab changes nothing in it but the index variant. */
object UserDatabase {
  private val tables = Vector("journal", "journal_reply", "journal_attachment")

  /** Creates the index variant; refused when the database cannot be reached, is not seeded or is another person's. */
  def prepare(access: DatabaseAccess, database: Database, seedSql: Path): Unit =
    try
      Using.resource(Sql.connect(access)) { sql =>
        val present =
          sql.column(s"SELECT tablename FROM pg_tables WHERE tablename IN (${tables.mkString("'", "', '", "'")})")
        tables.diff(present).headOption.foreach { missing =>
          throw new Refused(
            s"$access has no table $missing: create it with psql -f seed-sql/schema.sql -f seed-sql/rows.sql."
          )
        }
        Indexes.create(sql, database.index, seedSql)
      }
    catch {
      case error: SQLException =>
        throw new Refused(
          s"$access cannot be used: ${error.getMessage.linesIterator.next()}; check -Dlab.database.url=, .user= and .password=.",
          Some(error)
        )
    }
}
