package bottleneck.connectionpool

import bottleneck.lab.explain.record.Expectation
import bottleneck.lab.{Setup, Workload}
import bottleneck.lab.target.{ClosedLoad, Load, WarmUp}
import scala.concurrent.duration._

/** DB Only, CPU Only and ALL on few or many threads and connections (source `pools`).
  *
  * @param settle
  *   longer where they allow thousands of requests/s: the JVMs compile anew for some 20 s when those come
  */
object ThreadsAndConnections {
  def of(
      study: WorkStudy,
      threads: Threads,
      connections: Int,
      settle: FiniteDuration = ThreadsAndConnections.settle
  ): Setup = Setup(
    study.trial(threads, connections),
    setting(threads.number, connections).target,
    _.choose(
      quick = load(arrival = 1.second, judged = 16.seconds, settle),
      full = load(arrival = 20.seconds, judged = 60.seconds)
    ),
    context =>
      Workload(
        study.work.requests,
        Expectation(study.work.limits(connections, threads.number, context.load.users)),
        calibration = Some(study.work.calibration)
      )
  )

  /** The source's. */
  private[connectionpool] val users = 150

  private[connectionpool] val settle: FiniteDuration = 12.seconds

  /** The source's pools are left at a time-out of 30 s, and its database allows 143 connections. */
  private[connectionpool] def setting(threads: Int, connections: Int): PoolSetting =
    PoolSetting(connections, threads, timeout = 30.seconds, maxConnections = 143, more = Work.properties())

  private[connectionpool] def load(
      arrival: FiniteDuration,
      judged: FiniteDuration,
      settle: FiniteDuration = ThreadsAndConnections.settle
  ): Load = ClosedLoad(users, arrival, settle, settle + judged, Some(WarmUp(users = 2)))
}
