package bottleneck.threadpool

import bottleneck.lab.model.Numbers
import bottleneck.lab.explain.record.Result

/** Context switches of the service per answered request. */
private[threadpool] object ContextSwitches {
  def of(run: Result): Option[Double] = for {
    perSecond <- run.server.service.jvm.flatMap(_.contextSwitchesPerSecond)
    if run.total.throughput > 0
  } yield perSecond / run.total.throughput

  def text(run: Result): String = s"${of(run).fold(Numbers.none)(Numbers.plain)} context switches"
}
