package bottleneck.lab.explain.report

import bottleneck.lab.explain.balancer.BalancerRecord
import bottleneck.lab.explain.result._
import scalatags.Text.all._

/** What the load balancer did in the newest run of each variant; nothing where no run has one. */
private[report] object BalancerTable {
  private val columns = Vector("requests", "in the window", "5xx of its own", "last request", "marked down")

  def of(variants: Vector[Variant]): Vector[Frag] = {
    val rows = variants.map(_.newest).flatMap(result => result.balancer.toVector.flatMap(group(result, _)))
    if (rows.isEmpty) Vector.empty
    else Vector(Page.table("load balancer", "balancer numbers", header, rows), p(cls := "note")(reading))
  }

  private val reading =
    "By the balancer's log: what it received for each instance, and answered itself with 5xx, such as 504 where an " +
      s"instance was silent for too long. Times are since the start of the run. ${BalancerRecord.noServer} is what no instance was left for."

  private val header: Frag = tr(th(cls := "text")("instance"), columns.map(th(_)))

  private def group(result: Result, reading: BalancerReading): Vector[Frag] = {
    val used = result.server.cpu.balancer.map(cores => s": the balancer used ${Numbers.cores(cores)} cores")
    val title = th(colspan := columns.size + 1, cls := "text")(result.run.variant, used, " ", Badge.of(result))
    tr(cls := "group")(title) +: reading.servers.map(row)
  }

  private def row(server: BalancedServer): Frag = tr(
    th(attr("scope") := "row", cls := "text")(server.name),
    Vector(server.requests, server.inWindow, server.failed).map(n => Page.number(Some(Numbers.count(n.toDouble)))),
    Vector(server.lastReceivedMs, server.downAtMs).map(ms => Page.number(ms.map(at => Numbers.millis(at.toDouble))))
  )
}
