package bottleneck.connectionpool

/** A computation. */
abstract class CpuOnly(threads: Threads, connections: Int)
    extends ThreadsAndConnections(WorkStudy.cpu, threads, connections)

final class CpuOnlyHalfThreads010 extends CpuOnly(Threads.HalfTheCores, WorkStudy.few)
final class CpuOnlyThreadPerCore010 extends CpuOnly(Threads.PerCore, WorkStudy.few)
final class CpuOnlyThreadPerCore130 extends CpuOnly(Threads.PerCore, WorkStudy.many)
final class CpuOnlyThreads004Connections010 extends CpuOnly(Threads.Four, WorkStudy.few)
final class CpuOnlyThreads004Connections130 extends CpuOnly(Threads.Four, WorkStudy.many)
final class CpuOnlyThreads200Connections010 extends CpuOnly(Threads.Default, WorkStudy.few)
final class CpuOnlyThreads200Connections130 extends CpuOnly(Threads.Default, WorkStudy.many)
