package bottleneck.connectionpool

import bottleneck.lab.{Experiment, Workload}
import bottleneck.lab.target.{Load, WarmUp}
import scala.concurrent.duration._

/** DB Only, CPU Only and ALL on few or many threads and connections (source `pools`). */
abstract class ThreadsAndConnections(study: WorkStudy, threads: Threads, connections: Int)
    extends Experiment(
      study.trial(threads, connections),
      ThreadsAndConnections.setting(threads.number, connections).target,
      _.choose(
        quick = ThreadsAndConnections.load(arrival = 1.second, judged = 16.seconds, study.settle(threads, connections)),
        full = ThreadsAndConnections.load(arrival = 20.seconds, judged = 60.seconds)
      )
    ) {
  measure(
    Workload(
      study.work.requests,
      Vector(noFailure),
      calibration = Some(study.work.calibration),
      limits = study.work.limits(connections, threads.number, load.users)
    )
  )
}

object ThreadsAndConnections {

  /** The source's pools are left at a time-out of 30 s, and its database allows 143 connections. */
  private[connectionpool] def setting(threads: Int, connections: Int): PoolSetting =
    PoolSetting(connections, threads, timeout = 30.seconds, maxConnections = 143, Work.properties)

  private[connectionpool] def load(
      arrival: FiniteDuration,
      judged: FiniteDuration,
      settle: FiniteDuration = 12.seconds
  ): Load = Load(users = 150, arrival, settle, settle + judged, Some(WarmUp(users = 2, 25.seconds)))
}

abstract class DbOnly(threads: Threads, connections: Int)
    extends ThreadsAndConnections(WorkStudy.database, threads, connections)

final class DbOnlyHalfThreads010 extends DbOnly(Threads.HalfTheCores, WorkStudy.few)
final class DbOnlyThreadPerCore010 extends DbOnly(Threads.PerCore, WorkStudy.few)
final class DbOnlyThreadPerCore130 extends DbOnly(Threads.PerCore, WorkStudy.many)
final class DbOnlyThreads004Connections010 extends DbOnly(Threads.Four, WorkStudy.few)
final class DbOnlyThreads004Connections130 extends DbOnly(Threads.Four, WorkStudy.many)
final class DbOnlyThreads200Connections010 extends DbOnly(Threads.Default, WorkStudy.few)
final class DbOnlyThreads200Connections130 extends DbOnly(Threads.Default, WorkStudy.many)

abstract class CpuOnly(threads: Threads, connections: Int)
    extends ThreadsAndConnections(WorkStudy.cpu, threads, connections)

final class CpuOnlyHalfThreads010 extends CpuOnly(Threads.HalfTheCores, WorkStudy.few)
final class CpuOnlyThreadPerCore010 extends CpuOnly(Threads.PerCore, WorkStudy.few)
final class CpuOnlyThreadPerCore130 extends CpuOnly(Threads.PerCore, WorkStudy.many)
final class CpuOnlyThreads004Connections010 extends CpuOnly(Threads.Four, WorkStudy.few)
final class CpuOnlyThreads004Connections130 extends CpuOnly(Threads.Four, WorkStudy.many)
final class CpuOnlyThreads200Connections010 extends CpuOnly(Threads.Default, WorkStudy.few)
final class CpuOnlyThreads200Connections130 extends CpuOnly(Threads.Default, WorkStudy.many)

abstract class All(threads: Threads, connections: Int)
    extends ThreadsAndConnections(WorkStudy.all, threads, connections)

final class AllHalfThreads010 extends All(Threads.HalfTheCores, WorkStudy.few)
final class AllThreadPerCore010 extends All(Threads.PerCore, WorkStudy.few)
final class AllThreadPerCore130 extends All(Threads.PerCore, WorkStudy.many)
final class AllThreads004Connections010 extends All(Threads.Four, WorkStudy.few)
final class AllThreads004Connections130 extends All(Threads.Four, WorkStudy.many)
final class AllThreads200Connections010 extends All(Threads.Default, WorkStudy.few)
final class AllThreads200Connections130 extends All(Threads.Default, WorkStudy.many)
