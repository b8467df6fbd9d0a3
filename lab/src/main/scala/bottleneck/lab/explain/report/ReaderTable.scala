package bottleneck.lab.explain.report

import bottleneck.lab.explain.result._
import scalatags.Text.all._

/** What a primary told of its readers in the newest run of each variant; nothing where no run has one. */
private[report] object ReaderTable {

  def of(variants: Vector[Variant]): Vector[Frag] = {
    val rows = variants.map(_.newest).flatMap(result => result.server.replication.map(row(result, _)))
    if (rows.isEmpty) Vector.empty
    else Vector(Page.table("reader databases", "readers numbers", header, rows), p(cls := "note")(reading))
  }

  private val reading =
    "What the primary's pg_stat_replication told once a second: the fewest readers that streamed at once, and how far behind " +
      "the last of them was, from when the primary had flushed a change until the reader had done it. A change between two samples may have " +
      "been later. Every reader is sent all of the write-ahead log (WAL). Its cores are what reading and replaying took together."

  private val header: Frag = frag(
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

  private def row(result: Result, replication: Replication): Frag =
    tr(cls := (if (result.valid) "" else "invalid"))(
      Page.variant(result),
      Page.number(Some(Numbers.count(replication.readers))),
      Vector(replication.lagMeanMs, replication.lagMaxMs).map(ms => Page.number(Some(Numbers.millis(ms)))),
      Vector(Some(replication.lagMaxBytes), replication.walBytesPerSecond)
        .map(bytes => Page.number(bytes.map(Numbers.fixed(_, 0)))),
      Vector(result.server.cpu.database, result.server.cpu.readers).map(cores => Page.number(cores.map(Numbers.cores)))
    )
}
