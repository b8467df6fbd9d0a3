package bottleneck.lab.explain.report

import bottleneck.lab.explain.result.{Result, Variant}
import bottleneck.lab.explain.stats.ServiceOrder
import scalatags.Text.all._

/** Whether the newest runs served their requests in order, and what theory says of the slowest; nothing where no run
  * tells.
  */
private[report] object OrderTable {
  private val columns =
    Vector("served at once", "overtook", "slowest, in order", "slowest, by theory", "slowest, measured", "off by")

  def of(variants: Vector[Variant]): Vector[Frag] = {
    val rows = for { variant <- variants; order <- variant.newest.order } yield row(variant.newest, order)
    if (rows.isEmpty) Vector.empty
    else Vector(Page.table("order of service", "order", header, rows), p(cls := "note")(reading))
  }

  private val reading =
    "Served at once: requests whose response time says that they cannot have waited as long as a line in order takes, while others waited. " +
      "Overtook: those that were done so much earlier than one sent before them that no difference in service explains it. " +
      "In order, the slowest takes the line ÷ the throughput, and the longest service; where a part is served at once, the line moves on with the rest of the throughput only."

  private val header: Frag = tr(th(cls := "text")("variant"), columns.map(th(_)))

  private def row(run: Result, order: ServiceOrder): Frag = {
    val slowest = run.total.latencyMs.map(_.max.toDouble)
    val cells = Vector(order.atOnce, Some(order.overtook)).map(_.map(Numbers.percent)) ++
      Vector(Some(order.slowestInOrderMs), Some(order.slowestMs), slowest).map(_.map(Numbers.millis)) :+
      slowest.map(ms => Numbers.percent(ms / order.slowestMs - 1))
    tr(th(attr("scope") := "row", cls := "text")(run.run.variant, " ", Badge.of(run)), cells.map(Page.number(_)))
  }
}
