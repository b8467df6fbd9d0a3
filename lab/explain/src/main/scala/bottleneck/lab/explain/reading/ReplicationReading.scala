package bottleneck.lab.explain.reading

import bottleneck.lab.explain.record.{Replayed, Replication}
import bottleneck.lab.explain.series.Metrics

/** Sums up what the primary told of its replicas during `[fromMs, toMs]`, times since the epoch. */
private[reading] final class ReplicationReading(metrics: Metrics, fromMs: Long, toMs: Long) {
  import ReplicationReading._

  private val rows = metrics.times.indices.toVector.filter(row => fromMs <= at(row) && at(row) <= toMs)

  /** None where nothing of it was sampled. */
  def replication(walPerSecond: Option[Double]): Option[Replication] = for {
    fewest <- rows.flatMap(value(streaming, _)).minOption
    most <- metrics.max(lagSeconds, fromMs, toMs)
    mean <- metrics.mean(lagSeconds, fromMs, toMs)
    bytes <- metrics.max(lagBytes, fromMs, toMs)
  } yield Replication(fewest, most * 1000, mean * 1000, bytes, walPerSecond, replayed)

  /** WAL is replayed in its order: who has replayed a place in it has replayed all before. */
  private def replayed: Option[Replayed] = for {
    last <- rows.findLast(row => value(streaming, row).isDefined && value(wal, row).isDefined)
    before <- rows.findLast(row => at(row) <= at(last) - Replayed.within.toMillis && value(wal, row).isDefined)
    readers <- value(streaming, last)
    written <- value(wal, last)
    due <- value(wal, before)
  } yield {
    // where none streams nobody tells, and all that was written is missing
    val behind = value(lagBytes, last).getOrElse(written)
    Replayed(readers, math.max(0, due - (written - behind)))
  }

  private def at(row: Int): Long = metrics.times(row)

  private def value(column: String, row: Int): Option[Double] = metrics.gauge(column)(row)
}

private[reading] object ReplicationReading {
  val wal: String = "database.wal_bytes_total"
  private val streaming = "database.streaming_readers"
  private val lagSeconds = "database.replay_lag_seconds"
  private val lagBytes = "database.replay_lag_bytes"
}
