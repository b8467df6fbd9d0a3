package bottleneck.lab.explain.page

import bottleneck.lab.explain.page.Columns.Cell
import bottleneck.lab.explain.record._
import scalatags.Text.all._

/** The connection pools of the newest run of each variant; nothing where no run has one. */
private[page] object PoolTable extends RunTable("connection pools", "pools numbers") {
  override protected def isOf(run: Result): Boolean = run.server.service.hikari.isDefined

  override protected def reading(runs: Vector[Result]): Vector[String] = Vector(
    "Of all instances together, the most at once. The p99 lies at or below the bound shown. " +
      "A pool opens its connections one after the other: the time is from the first to the last."
  )

  override protected val columns: Columns = Columns.of("variant")(
    Columns.group("connections")("configured", "open", "in use"),
    Columns.alone("peak pending"),
    Columns.group("of a connection, ms")("acquire, mean", "acquire, p99", "held, mean"),
    Columns.alone("opening all, ms"),
    Columns.alone("database, cores")
  )

  override protected def rows(result: Result): Seq[Frag] = {
    val pool = result.server.service.hikari
    Vector(
      row(
        result,
        Vector(result.target.connections, pool.flatMap(_.sizeMax), pool.map(_.activeMax)).map(counted) ++
          Vector(
            Page.number(
              pool.map(used => Numbers.count(used.pendingMax)),
              result.expected.published.flatMap(_.pending).map(requests => s"published ${Numbers.count(requests)}")
            ),
            timed(pool.flatMap(_.acquireMeanMs)),
            counted(pool.flatMap(_.acquireP99Ms)),
            timed(pool.flatMap(_.usageMeanMs)),
            timed(result.server.database.flatMap(_.openingMs)),
            Page.number(result.server.cpu.database.map(Numbers.cores))
          )
      )
    )
  }

  private def counted(value: Option[Double]): Cell = Page.number(value.map(Numbers.count))

  private def timed(ms: Option[Double]): Cell = Page.number(ms.map(Numbers.plain))
}
