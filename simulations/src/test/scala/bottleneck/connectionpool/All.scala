package bottleneck.connectionpool

import bottleneck.lab.{Setup, Simulated}

/** Reads that wait in the database, and then a computation. */
object All {
  def of(threads: Threads, connections: Int): Setup = ThreadsAndConnections.of(WorkStudy.all, threads, connections)
}

final class AllHalfThreads010 extends Simulated(All.of(Threads.HalfTheCores, WorkStudy.few))
final class AllThreadPerCore010 extends Simulated(All.of(Threads.PerCore, WorkStudy.few))
final class AllThreadPerCore130 extends Simulated(All.of(Threads.PerCore, WorkStudy.many))
final class AllThreads004Connections010 extends Simulated(All.of(Threads.Four, WorkStudy.few))
final class AllThreads004Connections130 extends Simulated(All.of(Threads.Four, WorkStudy.many))
final class AllThreads008Connections130 extends Simulated(All.of(Threads.Eight, WorkStudy.many))
final class AllThreads200Connections010 extends Simulated(All.of(Threads.Default, WorkStudy.few))
final class AllThreads200Connections130 extends Simulated(All.of(Threads.Default, WorkStudy.many))
