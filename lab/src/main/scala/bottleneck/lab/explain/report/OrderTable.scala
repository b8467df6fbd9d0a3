package bottleneck.lab.explain.report

import bottleneck.lab.explain.result.Result
import bottleneck.lab.explain.theory.WaitingLine
import scalatags.Text.all._

/** Whether the newest runs served their requests in order, and what theory says of the slowest; nothing where no run
  * tells.
  */
private[report] object OrderTable extends RunTable("order of service", "order numbers") {
  private val columns =
    Vector("served at once", "overtook", "slowest, in order", "slowest, by theory", "slowest, measured", "off by")

  override protected def reading(runs: Vector[Result]): Vector[String] = Vector(
    "Served at once: requests whose response time says that they cannot have waited as long as a line in order takes, while others waited. " +
      "Overtook: those that were done so much earlier than one sent before them that no difference in service explains it, of several instances also by a shorter line at another. " +
      s"By theory: the mean slowest response of ${WaitingLine.simulations} simulations of the same line, users, threads and window, in order or with the measured part served at once, which is the only thing that they take from the run."
  )

  override protected val header: Frag = RunTable.header("variant", columns)

  override protected def rows(run: Result): Seq[Frag] = run.order.toVector.map { order =>
    val slowest = run.total.latencyMs.map(_.max.toDouble)
    val cells = Vector(order.atOnce, Some(order.overtook)).map(_.map(Numbers.percent)) ++
      Vector(Some(order.slowestInOrderMs), Some(order.slowestMs), slowest).map(_.map(Numbers.millis)) :+
      slowest.map(ms => Numbers.percent(ms / order.slowestMs - 1))
    RunTable.row(run, cells.map(Page.number(_)))
  }
}
