package bottleneck.lab.run.postgres

import bottleneck.lab.target.Index
import java.nio.file.Path

/** The index variants of seed-sql. */
object Indexes {

  /** Adds `index` to a database that has no variant yet, as a fresh copy of the seed. */
  def add(sql: Sql, index: Index, seedSql: Path): Unit =
    if (index != Index.None) sql.file(file(index, seedSql))

  /** Replaces whatever variant the database has by `index`. */
  def replace(sql: Sql, index: Index, seedSql: Path): Unit = {
    sql.file(file(Index.None, seedSql))
    add(sql, index, seedSql)
  }

  private[postgres] def file(index: Index, seedSql: Path): Path = seedSql.resolve(s"index-${index.name}.sql")
}
