package bottleneck.lab.parts.metrics

import bottleneck.lab.figures.files.Csv
import bottleneck.lab.figures.settings.DatabaseAccess
import bottleneck.lab.parts.postgres.Sql
import java.nio.file.{Files, Path}
import java.sql.SQLException
import java.util.concurrent.atomic.AtomicReference
import scala.math.BigDecimal.RoundingMode.HALF_UP
import scala.util.{Try, Using}

/** Activity of PostgreSQL's database and the connections to it, over one connection, which is reopened when it breaks.
  * The lab's own connections are not counted, but one transaction per second is its own. Columns in `more` have the SQL
  * of their values.
  */
private[metrics] final class DatabaseActivity(access: DatabaseAccess, more: Vector[(String, String)] = Vector.empty)
    extends Source {
  private val values = DatabaseActivity.values ++ more
  private val query =
    s"SELECT ${values.map(_._2).mkString(",\n")} FROM pg_stat_database WHERE datname = current_database()"
  private val connection = new AtomicReference(Option.empty[Sql])

  override val columns: Vector[String] = values.map { case (column, _) => s"database.$column" }

  override def sample(): Vector[Option[Double]] =
    try {
      val sql = connection.updateAndGet(_.orElse(Some(Sql.watch(access))))
      sql.toVector.flatMap(_.rows(query)).flatten.map(_.map(_.toDouble))
    } catch {
      case broken: SQLException =>
        close()
        throw broken
    }

  override def close(): Unit = connection.getAndSet(None).foreach(_.close())
}

private object DatabaseActivity {
  private def ofConnections(value: String, condition: String): String =
    s"""(SELECT $value
       |   FROM pg_stat_activity
       |  WHERE datname = current_database()
       |    AND backend_type = 'client backend'
       |    AND application_name <> '${Sql.applicationName}'
       |    AND $condition)""".stripMargin

  private def connections(state: String): String = ofConnections("count(*)", s"state $state")

  val values: Vector[(String, String)] = Vector(
    "active_connections" -> connections("= 'active'"),
    "idle_connections" -> connections("= 'idle'"),
    // also those whose transaction has failed
    "idle_in_transaction_connections" -> connections("LIKE 'idle in transaction%'"),
    // from the first connection to the last: a pool opens them one after the other
    "opening_seconds" -> ofConnections(
      "coalesce(extract(epoch FROM max(backend_start) - min(backend_start)), 0)",
      "true"
    ),
    "transactions_total" -> "xact_commit + xact_rollback",
    "blocks_hit_total" -> "blks_hit",
    "blocks_read_total" -> "blks_read"
  )
}

/** Replication state of a primary's streaming replicas
  * (https://www.postgresql.org/docs/18/monitoring-stats.html#MONITORING-PG-STAT-REPLICATION-VIEW).
  */
private[metrics] object Replication {
  private def ofReaders(value: String): String =
    s"(SELECT $value FROM pg_stat_replication WHERE state = 'streaming')"

  /** Columns and SQL; the lag is that of the replica that is furthest behind, and nothing where none streams. A lag in
    * seconds is the newest that a replica reported: from when the primary had flushed a change until the replica had
    * done it. One that has had nothing to do for a while reports none: it is not behind.
    */
  val values: Vector[(String, String)] = Vector(
    "streaming_readers" -> ofReaders("count(*)"),
    "replay_lag_seconds" -> ofReaders("max(coalesce(extract(epoch FROM replay_lag), 0))"),
    "replay_lag_bytes" -> ofReaders("max(greatest(pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn), 0))"),
    "wal_bytes_total" -> "pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')"
  )
}

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
