package bottleneck.lab.explain.report

import bottleneck.lab.explain.result._
import scalatags.Text.all._

/** The connection pools of the newest run of each variant; nothing where no run has one. */
private[report] object PoolTable extends RunTable("connection pools", "pools numbers") {
  override protected def isOf(run: Result): Boolean = run.server.hikari.isDefined

  override protected def reading(runs: Vector[Result]): Vector[String] = Vector(
    "Connections that exist or are in use, and requests that wait: of all instances together, the " +
      "most at once. The p99 lies at or below the bound that is shown. A pool opens its connections one after the other; what is told is the time from the first to the last."
  )

  override protected val header: Frag = frag(
    tr(
      th(rowspan := 2, cls := "text")("variant"),
      Page.group(3, "connections"),
      th(rowspan := 2)("requests waiting"),
      Page.group(3, "getting and holding one, ms"),
      th(rowspan := 2)("opening all, ms"),
      th(rowspan := 2)("database, cores")
    ),
    tr(Vector("configured", "existing", "in use", "to get, mean", "to get, p99", "held, mean").map(th(_)))
  )

  override protected def rows(result: Result): Seq[Frag] = {
    val pool = result.server.hikari
    Vector(
      RunTable.row(
        result,
        Vector(result.target.connections, pool.flatMap(_.sizeMax), pool.map(_.activeMax)).map(counted),
        Page.number(
          pool.map(used => Numbers.count(used.pendingMax)),
          result.published.flatMap(_.pending).map(requests => s"published ${Numbers.count(requests)}")
        ),
        timed(pool.flatMap(_.acquireMeanMs)),
        counted(pool.flatMap(_.acquireP99Ms)),
        Vector(pool.flatMap(_.usageMeanMs), result.server.database.flatMap(_.openingMs)).map(timed),
        Page.number(result.server.cpu.database.map(Numbers.cores))
      )
    )
  }

  private def counted(value: Option[Double]): Frag = Page.number(value.map(Numbers.count))

  private def timed(ms: Option[Double]): Frag = Page.number(ms.map(Numbers.plain))
}
