package bottleneck.scaleup

import bottleneck.lab.explain.record.{Expectation, Trial}
import bottleneck.connectionpool.{PoolSetting, Work}
import bottleneck.lab.{Setup, Workload}
import bottleneck.lab.target.{ClosedLoad, CpuLimits, Load, Target, WarmUp}
import scala.concurrent.duration._

/** DB Only, CPU Only and ALL with Spring's defaults on a part of the machine (source `pools`).
  *
  * The warm-up only reads, without waiting: with 10 ms of computing in each request it would be too short for the code
  * around them, and what is not compiled then is compiled on half a core.
  */
object Tier {
  def of(trial: Trial, cpus: CpuLimits, work: Work): Setup = Setup(
    trial,
    target(cpus),
    _.choose(
      quick = load(arrival = 1.second, judged = 14.seconds),
      full = load(arrival = 20.seconds, judged = 60.seconds)
    ),
    context =>
      Workload(
        work.requests,
        Expectation(work.limits(connections, threads, context.load.users, computing)),
        warmUp = Some(Work.Database.calibration),
        calibration = Some(work.calibration)
      )
  )

  private val connections = 10
  private val threads = 200

  /** CPU time, five times that of other experiments, so that the generator's share of the cores is small. */
  private[scaleup] val computing: FiniteDuration = 10.millis

  private def target(cpus: CpuLimits): Target = {
    val setting =
      PoolSetting(connections, threads, timeout = 30.seconds, maxConnections = 143, more = Work.properties(computing))
    setting.target.copy(cpus = cpus)
  }

  /** Warm-up with more users than connections, so that the hand-over of connections is compiled too. */
  private val warmUp = WarmUp(users = 16)

  /** 150 users wait some 3 s for half a core: they have settled after two turns. */
  private def load(arrival: FiniteDuration, judged: FiniteDuration): Load =
    ClosedLoad(users = 150, arrival, settle = 7.seconds, 7.seconds + judged, Some(warmUp))
}
