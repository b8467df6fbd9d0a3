package bottleneck.lab.explain.report

import bottleneck.lab.explain.result._
import scalatags.Text.all._

/** What was found in the service's caches in the newest run of each variant; nothing where no run has one. */
private[report] object CacheTable extends RunTable("cache", "cache numbers") {
  override protected def isOf(run: Result): Boolean = run.server.cache.isDefined || run.target.cache.isDefined

  override protected def reading(runs: Vector[Result]): Vector[String] = Vector(
    "Lookups of all instances together, as these tell. A request that waits for another one's value has missed too, and finds it later. " +
      "Connections got are transactions that were begun: what the misses cost the database. A cache within the service uses its cores."
  )

  override protected val header: Frag = frag(
    tr(
      th(rowspan := 2, cls := "text")("variant"),
      Page.group(3, "lookups"),
      th(rowspan := 2)("connections got"),
      Page.group(3, "cores in use")
    ),
    tr(
      Vector("hits", "misses", "hit rate").map(th(_)),
      Vector("service", "cache", "database").map(th(_))
    )
  )

  override protected def rows(result: Result): Seq[Frag] = {
    val (use, cpu) = (result.server.cache, result.server.cpu)
    Vector(
      RunTable.row(
        result,
        Vector(use.map(_.hits), use.map(_.misses)).map(RunTable.whole),
        Page.number(use.flatMap(_.hitRate).map(Numbers.percent)),
        RunTable.whole(result.server.hikari.flatMap(_.acquired)),
        Vector(cpu.service, cpu.cache, cpu.database).map(used => Page.number(used.map(Numbers.cores)))
      )
    )
  }
}
