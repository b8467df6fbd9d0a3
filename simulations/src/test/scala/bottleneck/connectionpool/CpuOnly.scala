package bottleneck.connectionpool

import bottleneck.lab.{Setup, Simulated}

/** A computation. */
object CpuOnly {
  def of(threads: Threads, connections: Int): Setup = ThreadsAndConnections.of(WorkStudy.cpu, threads, connections)
}

final class CpuOnlyHalfThreads010 extends Simulated(CpuOnly.of(Threads.HalfTheCores, WorkStudy.few))
final class CpuOnlyThreadPerCore010 extends Simulated(CpuOnly.of(Threads.PerCore, WorkStudy.few))
final class CpuOnlyThreadPerCore130 extends Simulated(CpuOnly.of(Threads.PerCore, WorkStudy.many))
final class CpuOnlyThreads004Connections010 extends Simulated(CpuOnly.of(Threads.Four, WorkStudy.few))
final class CpuOnlyThreads004Connections130 extends Simulated(CpuOnly.of(Threads.Four, WorkStudy.many))
final class CpuOnlyThreads200Connections010 extends Simulated(CpuOnly.of(Threads.Default, WorkStudy.few))
final class CpuOnlyThreads200Connections130 extends Simulated(CpuOnly.of(Threads.Default, WorkStudy.many))
