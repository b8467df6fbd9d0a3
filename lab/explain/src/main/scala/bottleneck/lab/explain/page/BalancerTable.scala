package bottleneck.lab.explain.page

import bottleneck.lab.explain.balancer.BalancerRecord
import bottleneck.lab.explain.record._
import scalatags.Text.all._

/** What the load balancer did in the newest run of each variant; nothing where no run has one. */
private[page] object BalancerTable extends RunTable("load balancer", "balancer numbers") {
  override protected val columns: Columns =
    Columns.plain("instance", "requests", "in the window", "5xx of its own", "last request", "marked down")

  override protected def reading(runs: Vector[Result]): Vector[String] = Vector(
    "By the balancer's log: what it received for each instance, and answered itself with 5xx, such as 504 where an " +
      s"instance was silent for too long. Times are since the start of the run. ${BalancerRecord.noServer} is what no instance was left for."
  )

  override protected def rows(run: Result): Seq[Frag] = run.measured.balancer.toVector.flatMap { reading =>
    val used = run.server.cpu.balancer.map(cores => s": the balancer used ${Numbers.cores(cores)} cores")
    group(run, used.getOrElse("")) +: reading.servers.map(row)
  }

  private def row(server: BalancedServer): Frag = part(
    server.name,
    Vector(server.requests, server.inWindow, server.failed).map(n => Page.number(Some(Numbers.count(n.toDouble)))) ++
      Vector(server.lastReceivedMs, server.downAtMs).map(ms => Page.number(ms.map(at => Numbers.millis(at.toDouble))))
  )
}
