package bottleneck.lab.explain.page

import bottleneck.lab.explain.record.Result
import bottleneck.lab.explain.theory.WaitingLine
import scalatags.Text.all._

/** Whether the newest runs served their requests in order, and what theory says of the slowest; nothing where no run
  * tells.
  */
private[page] object OrderTable extends RunTable("order of service", "order numbers") {
  override protected val columns: Columns = Columns.of("variant")(
    Columns.alone("served at once"),
    Columns.alone("overtook"),
    Columns.group("slowest response")("in order", "fitted", "measured"),
    Columns.alone("measured / fitted − 1")
  )

  override protected def reading(runs: Vector[Result]): Vector[String] = Vector(
    "Served at once: requests with a response time too short for a first-come, first-served queue, while others waited. " +
      "Overtook: requests that ended so much earlier than one sent before them that no difference in service time explains it; with several instances a shorter queue at another instance may explain it. " +
      s"The slowest response is the mean of ${WaitingLine.simulations} simulations of the same queue, users, threads and window: in order, or fitted with the share that this run served at once. The fitted one uses this number measured in the run, so it is a fit, not a prediction."
  )

  override protected def rows(run: Result): Seq[Frag] = run.measured.byLoad.order.toVector.map { order =>
    val slowest = run.total.latencyMs.map(_.max.toDouble)
    val cells = Vector(order.atOnce, Some(order.overtook)).map(_.map(Numbers.percent)) ++
      Vector(Some(order.slowestInOrderMs), Some(order.slowestMs), slowest).map(_.map(Numbers.millis)) :+
      slowest.map(ms => Numbers.percent(ms / order.slowestMs - 1))
    row(run, cells.map(Page.number(_)))
  }
}
