package bottleneck.lab.parts.postgres

import bottleneck.lab.figures.settings.DatabaseAccess
import scala.util.{Try, Using}

/** Counters of a statement by pg_stat_statements, which has `$n` for its constants: how often it ran, its time in ms,
  * rows, and blocks that it found in memory or read.
  */
private[lab] final case class SqlStatement(
    query: String,
    calls: Long,
    totalMs: Double,
    rows: Long,
    hit: Long,
    read: Long
) {

  /** The query on one line. */
  def line: String = query.replaceAll("\\s+", " ").trim

  /** The difference to earlier counters, unless they began anew. */
  private def since(from: SqlStatement): SqlStatement =
    if (calls < from.calls) this
    else
      SqlStatement(
        query,
        calls - from.calls,
        totalMs - from.totalMs,
        rows - from.rows,
        hit - from.hit,
        read - from.read
      )
}

private[lab] object SqlStatement {

  /** Counters since they began, by the statement's identity; without the lab's own. `database` is SQL for its name. */
  def read(access: DatabaseAccess, database: String = "current_database()"): Try[Map[String, SqlStatement]] =
    Try(Using.resource(Sql.watch(access))(_.rows(query(database)))).map(
      _.map(_.map(_.getOrElse("")))
        .collect { case Vector(id, calls, ms, rows, hit, read, query) =>
          id -> SqlStatement(query, calls.toLong, ms.toDouble, rows.toLong, hit.toLong, read.toLong)
        }
        .toMap
    )

  /** Those that ran between two readings, the one that took most time first. */
  def between(before: Map[String, SqlStatement], after: Map[String, SqlStatement]): Vector[SqlStatement] =
    after.toVector
      .map { case (id, statement) => before.get(id).fold(statement)(statement.since) }
      .filter(_.calls > 0)
      .sortBy(-_.totalMs)

  private def query(database: String): String =
    s"""SELECT s.userid || ' ' || s.queryid || ' ' || s.toplevel,
       |       s.calls,
       |       s.total_exec_time,
       |       s.rows,
       |       s.shared_blks_hit,
       |       s.shared_blks_read,
       |       s.query
       |  FROM pg_stat_statements s
       |  JOIN pg_database d ON d.oid = s.dbid
       | WHERE d.datname = $database
       |   AND s.queryid IS NOT NULL
       |   AND s.query NOT LIKE '%pg_stat_%'""".stripMargin
}
