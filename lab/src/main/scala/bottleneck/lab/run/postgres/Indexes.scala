package bottleneck.lab.run.postgres

import bottleneck.lab.target.Index
import java.nio.file.Path

/** The index variants of seed-sql. */
object Indexes {

  /** Replaces whatever variant the database has by `index`. */
  def create(sql: Sql, index: Index, seedSql: Path): Unit =
    Vector(Index.None, index).distinct.foreach(variant => sql.file(seedSql.resolve(s"index-${variant.name}.sql")))
}
