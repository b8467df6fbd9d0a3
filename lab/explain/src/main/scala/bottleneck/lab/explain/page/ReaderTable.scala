package bottleneck.lab.explain.page

import bottleneck.lab.explain.record._
import scalatags.Text.all._

/** Replication by the primary's own view, in the newest run of each variant; nothing where no run has readers. */
private[page] object ReaderTable extends RunTable("reader databases", "readers numbers") {

  override protected def reading(runs: Vector[Result]): Vector[String] = Vector(
    "From pg_stat_replication of the primary, sampled once a second: the fewest readers that streamed at once, and the lag of the slowest reader, " +
      "from the primary's flush of a change to its replay. A change between two samples may have lagged more. " +
      "Each reader receives the whole write-ahead log (WAL). Its cores include reads and replay."
  )

  override protected val columns: Columns = Columns.of("variant")(
    Columns.alone("readers"),
    Columns.group("replication lag")("mean", "max", "max, bytes"),
    Columns.alone("WAL, bytes per second"),
    Columns.group("cores in use")("primary", "all readers")
  )

  override protected def rows(result: Result): Seq[Frag] = result.server.replication.toVector.map { replication =>
    val cores = Vector(result.server.cpu.database, result.server.cpu.readers)
    row(
      result,
      Page.number(Some(Numbers.count(replication.readers))) +:
        (Vector(replication.lagMeanMs, replication.lagMaxMs).map(ms => Page.number(Some(Numbers.millis(ms)))) ++
          Vector(Some(replication.lagMaxBytes), replication.walBytesPerSecond).map(RunTable.whole) ++
          cores.map(used => Page.number(used.map(Numbers.cores))))
    )
  }
}
