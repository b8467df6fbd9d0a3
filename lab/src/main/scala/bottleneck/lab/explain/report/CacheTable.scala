package bottleneck.lab.explain.report

import bottleneck.lab.explain.result._
import scalatags.Text.all._

/** What was found in the service's caches in the newest run of each variant; nothing where no run has one. */
private[report] object CacheTable {

  def of(variants: Vector[Variant]): Vector[Frag] = {
    val results = variants.map(_.newest)
    if (results.forall(result => result.server.cache.isEmpty && result.target.cache.isEmpty)) Vector.empty
    else Vector(Page.table("cache", "cache numbers", header, results.map(row)), p(cls := "note")(reading))
  }

  private val reading =
    "Lookups of all instances together, as these tell. A request that waits for another one's value has missed too, and finds it later. " +
      "Connections got are transactions that were begun: what the misses cost the database. A cache within the service uses its cores."

  private val header: Frag = frag(
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

  private def row(result: Result): Frag = {
    val (use, cpu) = (result.server.cache, result.server.cpu)
    tr(cls := (if (result.valid) "" else "invalid"))(
      Page.variant(result),
      Vector(use.map(_.hits), use.map(_.misses)).map(counted),
      Page.number(use.flatMap(_.hitRate).map(Numbers.percent)),
      counted(result.server.hikari.flatMap(_.acquired)),
      Vector(cpu.service, cpu.cache, cpu.database).map(used => Page.number(used.map(Numbers.cores)))
    )
  }

  /** Whole numbers: an increase is scaled from its samples to the window. */
  private def counted(value: Option[Double]): Frag = Page.number(value.map(Numbers.fixed(_, 0)))
}
