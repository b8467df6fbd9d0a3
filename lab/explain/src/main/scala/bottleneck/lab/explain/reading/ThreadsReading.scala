package bottleneck.lab.explain.reading

import bottleneck.lab.explain.record.{LiveThreads, Span, ThreadStates}
import bottleneck.lab.explain.series.Metrics

/** How many threads the JVMs of all instances had together.
  *
  * @param rows
  *   of the window
  */
private[reading] final class ThreadsReading(metrics: Metrics, services: Vector[String], rows: Seq[Int]) {
  def threads: Option[ThreadStates] = for {
    runnable <- span("jvm_runnable_threads")
    blocked <- span("jvm_blocked_threads")
    waiting <- span("jvm_waiting_threads")
    timedWaiting <- span("jvm_timed_waiting_threads")
  } yield ThreadStates(runnable, blocked, waiting, timedWaiting, live)

  private def live: Option[LiveThreads] = {
    val told = together(Vector("jvm_live_threads", "jvm_daemon_threads", "jvm_timed_waiting_threads"))
    for {
      all <- span(told.map(_.head))
      daemon <- span(told.map(_(1)))
      rest <- span(told.map(row => row.head - row(1) - row(2)))
    } yield LiveThreads(all, daemon, rest)
  }

  private def span(gauge: String): Option[Span] = span(together(Vector(gauge)).map(_.head))
  private def span(values: Vector[Double]): Option[Span] =
    Option.when(values.nonEmpty)(Span(values.min, values.max))

  /** What these are in each row, over all instances; a row that one of them is missing in would pass for a low one. */
  private def together(names: Vector[String]): Vector[Vector[Double]] = {
    val gauges = names.map(name => services.map(service => metrics.gauge(s"$service.$name")))
    rows.toVector.flatMap { row =>
      val told = gauges.map(_.flatMap(_(row)))
      Option.when(told.zip(gauges).forall { case (values, all) => all.nonEmpty && values.size == all.size })(
        told.map(_.sum)
      )
    }
  }
}
