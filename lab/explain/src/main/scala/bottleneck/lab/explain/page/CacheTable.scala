package bottleneck.lab.explain.page

import bottleneck.lab.explain.record._
import scalatags.Text.all._

/** What was found in the service's caches in the newest run of each variant; nothing where no run has one. */
private[page] object CacheTable extends RunTable("cache", "cache numbers") {
  override protected def isOf(run: Result): Boolean = run.server.service.cache.isDefined || run.target.cache.isDefined

  override protected def reading(runs: Vector[Result]): Vector[String] = Vector(
    "Lookups of all instances together. A request that waits for the value that another request reads counts as a miss, and later as a hit. " +
      "Each acquired connection is a transaction: what the misses cost the database. A cache within the service uses the service's cores."
  )

  override protected val columns: Columns = Columns.of("variant")(
    Columns.group("lookups")("hits", "misses", "hit rate"),
    Columns.alone("connections acquired"),
    Columns.group("cores in use")("service", "cache", "database")
  )

  override protected def rows(result: Result): Seq[Frag] = {
    val (use, cpu) = (result.server.service.cache, result.server.cpu)
    Vector(
      row(
        result,
        Vector(use.map(_.hits), use.map(_.misses)).map(RunTable.whole) ++
          Vector(
            Page.number(use.flatMap(_.hitRate).map(Numbers.percent)),
            RunTable.whole(result.server.service.hikari.flatMap(_.acquired))
          ) ++ Vector(cpu.service, cpu.cache, cpu.database).map(used => Page.number(used.map(Numbers.cores)))
      )
    )
  }
}
