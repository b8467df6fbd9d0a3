package bottleneck.lab.explain.reading

import bottleneck.lab.explain.record.{LiveThreads, Replayed, Replication, Scrapes, Span, ThreadStates}
import bottleneck.lab.explain.series.Metrics

/** Sums up what the primary told of its replicas during `[fromMs, toMs]`, times since the epoch. */
private[reading] final class ReplicationReading(metrics: Metrics, fromMs: Long, toMs: Long) {
  import ReplicationReading._

  private val rows = metrics.times.indices.toVector.filter(row => fromMs <= at(row) && at(row) <= toMs)

  /** Replication in the window; none if not sampled. */
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

/** Counts of the lab's scrapes of the instances, one a row.
  *
  * @param rows
  *   rows of the window
  */
private[reading] final class ScrapesReading(metrics: Metrics, services: Vector[String], rows: Seq[Int]) {

  /** Rows in which an instance's own endpoint answered: its processes are sampled without it. */
  def scrapes: Option[Scrapes] = {
    val instances = services.map(service => metrics.columns.filter(isTold(service, _))).filter(_.nonEmpty)
    val answers = for { columns <- instances; row <- rows if columns.exists(metrics.gauge(_)(row).isDefined) } yield row
    Option.when(instances.nonEmpty)(Scrapes(instances.size.toDouble * rows.size, answers.size.toDouble))
  }

  private def isTold(service: String, column: String): Boolean =
    Vector("hikari_", "tomcat_", "jvm_", "http_").exists(what => column.startsWith(s"$service.$what"))
}

/** Thread counts of the JVMs of all instances together.
  *
  * @param rows
  *   rows of the window
  */
private[reading] final class ThreadsReading(metrics: Metrics, services: Vector[String], rows: Seq[Int]) {
  def threads: Option[ThreadStates] = for {
    runnable <- span("jvm_runnable_threads")
    blocked <- span("jvm_blocked_threads")
    waiting <- span("jvm_waiting_threads")
    timedWaiting <- span("jvm_timed_waiting_threads")
  } yield ThreadStates(runnable, blocked, waiting, timedWaiting, live)

  private def live: Option[LiveThreads] = {
    val told = together(Vector("jvm_live_threads", "jvm_daemon_threads", "jvm_timed_waiting_threads"))
    for {
      all <- span(told.map(_.head))
      daemon <- span(told.map(_(1)))
      rest <- span(told.map(row => row.head - row(1) - row(2)))
    } yield LiveThreads(all, daemon, rest)
  }

  private def span(gauge: String): Option[Span] = span(together(Vector(gauge)).map(_.head))
  private def span(values: Vector[Double]): Option[Span] =
    Option.when(values.nonEmpty)(Span(values.min, values.max))

  /** Sums of the gauges over all instances, one a row. A row that lacks one of them is left out, as its sum would be
    * too low.
    */
  private def together(names: Vector[String]): Vector[Vector[Double]] = {
    val gauges = names.map(name => services.map(service => metrics.gauge(s"$service.$name")))
    rows.toVector.flatMap { row =>
      val told = gauges.map(_.flatMap(_(row)))
      Option.when(told.zip(gauges).forall { case (values, all) => all.nonEmpty && values.size == all.size })(
        told.map(_.sum)
      )
    }
  }
}
