package bottleneck.lab.explain.report

import bottleneck.lab.explain.result._
import scalatags.Text.all._

/** What a primary told of its readers in the newest run of each variant; nothing where no run has one. */
private[report] object ReaderTable extends RunTable("reader databases", "readers numbers") {

  override protected def reading(runs: Vector[Result]): Vector[String] = Vector(
    "What the primary's pg_stat_replication told once a second: the fewest readers that streamed at once, and how far behind " +
      "the last of them was, from when the primary had flushed a change until the reader had done it. A change between two samples may have " +
      "been later. Every reader is sent all of the write-ahead log (WAL). Its cores are what reading and replaying took together."
  )

  override protected val header: Frag = frag(
    tr(
      th(rowspan := 2, cls := "text")("variant"),
      th(rowspan := 2)("readers"),
      Page.group(3, "lag"),
      th(rowspan := 2)("WAL, bytes per second"),
      Page.group(2, "cores in use")
    ),
    tr(
      Vector("mean", "max", "max, bytes").map(th(_)),
      Vector("primary", "all readers").map(th(_))
    )
  )

  override protected def rows(result: Result): Seq[Frag] = result.server.replication.toVector.map { replication =>
    RunTable.row(
      result,
      Page.number(Some(Numbers.count(replication.readers))),
      Vector(replication.lagMeanMs, replication.lagMaxMs).map(ms => Page.number(Some(Numbers.millis(ms)))),
      Vector(Some(replication.lagMaxBytes), replication.walBytesPerSecond)
        .map(bytes => Page.number(bytes.map(Numbers.fixed(_, 0)))),
      Vector(result.server.cpu.database, result.server.cpu.readers).map(cores => Page.number(cores.map(Numbers.cores)))
    )
  }
}
