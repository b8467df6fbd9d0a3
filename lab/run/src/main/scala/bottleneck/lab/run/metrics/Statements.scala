package bottleneck.lab.run.metrics

import bottleneck.lab.files.Csv
import bottleneck.lab.run.postgres.Sql
import bottleneck.lab.settings.DatabaseAccess
import java.nio.file.{Files, Path}
import java.util.concurrent.atomic.AtomicReference
import scala.math.BigDecimal.RoundingMode.HALF_UP
import scala.util.{Try, Using}

/** Counters of pg_stat_statements during the load, read before and after: to reset them takes a right that the role may
  * not have, and on a database of the user's they are not ours.
  */
private[metrics] final class Statements(access: DatabaseAccess) {
  private val before = new AtomicReference(Map.empty[String, SqlStatement])

  /** Reads the counters to subtract at the end; fails if they cannot be read. */
  def begin(): Try[Unit] = read().map(before.set)

  /** Writes the statements with the highest total time, one row each; fails if they cannot be read. */
  def write(file: Path): Try[Unit] = read().map { after =>
    val statements = after.toVector.map { case (id, statement) =>
      before.get().get(id).fold(statement)(statement.since)
    }
    val top = statements.filter(_.calls > 0).sortBy(-_.totalMs).take(Statements.most)
    val _ = Files.writeString(file, Csv.render(Statements.columns) + Csv.render(top.map(_.row), quoteTexts = true))
  }

  private def read(): Try[Map[String, SqlStatement]] =
    Try(Using.resource(Sql.watch(access))(_.rows(Statements.query))).map(
      _.map(_.map(_.getOrElse("")))
        .collect { case Vector(id, calls, ms, rows, hit, read, query) =>
          id -> SqlStatement(query, calls.toLong, ms.toDouble, rows.toLong, hit.toLong, read.toLong)
        }
        .toMap
    )
}

private final case class SqlStatement(query: String, calls: Long, totalMs: Double, rows: Long, hit: Long, read: Long) {

  /** The difference to earlier counters, unless they began anew. */
  def since(from: SqlStatement): SqlStatement =
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

  /** The query is put on one line. */
  def row: Vector[Any] = {
    def number(ms: Double) = BigDecimal(ms).setScale(3, HALF_UP).bigDecimal
    Vector(calls, number(totalMs), number(totalMs / calls), rows, hit, read, query.replaceAll("\\s+", " ").trim)
  }
}

private object Statements {
  private val most = 50
  private val columns =
    Vector(Vector("calls", "total_ms", "mean_ms", "rows", "shared_blocks_hit", "shared_blocks_read", "query"))

  /** Counters of this database's statements, without the lab's own. */
  private val query =
    """SELECT s.userid || ' ' || s.queryid || ' ' || s.toplevel,
      |       s.calls,
      |       s.total_exec_time,
      |       s.rows,
      |       s.shared_blks_hit,
      |       s.shared_blks_read,
      |       s.query
      |  FROM pg_stat_statements s
      |  JOIN pg_database d ON d.oid = s.dbid
      | WHERE d.datname = current_database()
      |   AND s.queryid IS NOT NULL
      |   AND s.query NOT LIKE '%pg_stat_%'""".stripMargin
}
