package bottleneck.threadpool

import bottleneck.lab.model.Numbers
import bottleneck.lab.explain.record._
import bottleneck.lab.explain.theory.Prediction
import bottleneck.lab.explain.verdict._
import scala.concurrent.duration._

/** CPU limit and use for bursts of computing requests. */
private[threadpool] object CpuBound {

  /** `2 cores ÷ 226 ms of CPU time in the burst allow 8.85/s, and 8.80/s were answered; 5 runs: 99.1 to 101.3 %`. */
  def text(evidence: Evidence, run: Result): String = allowed(run).fold("what the cores allow was not measured") {
    limit =>
      val shares = saturated(evidence)
      val spread =
        if (shares.size < 2) ""
        else s"; ${shares.size} runs answered ${Numbers.percent(shares.min)} to ${Numbers.percent(shares.max)} of it"
      s"${run.machine.cpus} cores ÷ ${cpuMs(run).fold(Numbers.none)(ms => Numbers.millis(ms.round))} of CPU time that a request took in the burst allow ${Numbers.rate(limit.perSecond)}, and ${run.rate} were answered$spread"
  }

  /** Time from the first request to the last answer, in ms. */
  def totalMs(run: Result): Option[Double] = run.measured.byLoad.burst.flatMap(_.allAnsweredMs).map(_.toDouble)

  def total(run: Result): String = totalMs(run).fold(Numbers.none)(Numbers.millis)

  def mean(run: Result): String = run.latency(_.mean.round)

  /** Mean time inside the handler. */
  def handler(run: Result): String =
    run.server.service.handler.fold(Numbers.none)(handler => Numbers.millis(handler.meanMs.round))

  /** Measured throughput ÷ CPU limit, of every valid run without failures or think time. */
  private def saturated(evidence: Evidence): Vector[Double] = for {
    run <- evidence.variants.flatMap(_.counted)
    if run.total.ko == 0 && run.load.thinkMs == 0 && run.expected.efficiency.isDefined
    limit <- allowed(run)
  } yield run.total.throughput / limit.perSecond

  /** Limit: cores ÷ CPU time per request of service and generator in the burst (utilization law: Lazowska et al. 1984,
    * §3.2). The CPU time in the warm-up differs, as the speed of shared cores varies.
    */
  private def allowed(run: Result): Option[Prediction] =
    cpuMs(run).map(ms => Prediction.cores(run.machine.cpus.toDouble, ms.millis))

  private def cpuMs(run: Result): Option[Double] = for {
    service <- run.server.cpu.service
    generator <- run.server.cpu.generator
    if run.total.throughput > 0
  } yield (service + generator) / run.total.throughput * 1000
}
