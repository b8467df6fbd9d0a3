package bottleneck.lab.run.metrics

/** What a primary reports about the replicas that stream from it
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
