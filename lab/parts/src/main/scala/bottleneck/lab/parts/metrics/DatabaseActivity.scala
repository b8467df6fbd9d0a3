package bottleneck.lab.parts.metrics

import bottleneck.lab.figures.files.Csv
import bottleneck.lab.figures.settings.DatabaseAccess
import bottleneck.lab.parts.postgres.{Sql, SqlStatement}
import java.nio.file.{Files, Path}
import java.sql.SQLException
import java.util.concurrent.atomic.AtomicReference
import scala.math.BigDecimal.RoundingMode.HALF_UP
import scala.util.Try

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
  def begin(): Try[Unit] = SqlStatement.read(access).map(before.set)

  /** Writes the statements with the highest total time, one row each; fails if they cannot be read. */
  def write(file: Path): Try[Unit] = SqlStatement.read(access).map { after =>
    val top = SqlStatement.between(before.get(), after).take(Statements.most)
    val _ =
      Files.writeString(file, Csv.render(Statements.columns) + Csv.render(top.map(Statements.row), quoteTexts = true))
  }
}

private object Statements {
  private val most = 50
  private val columns =
    Vector(Vector("calls", "total_ms", "mean_ms", "rows", "shared_blocks_hit", "shared_blocks_read", "query"))

  private def row(of: SqlStatement): Vector[Any] = {
    def number(ms: Double) = BigDecimal(ms).setScale(3, HALF_UP).bigDecimal
    Vector(of.calls, number(of.totalMs), number(of.totalMs / of.calls), of.rows, of.hit, of.read, of.line)
  }
}
