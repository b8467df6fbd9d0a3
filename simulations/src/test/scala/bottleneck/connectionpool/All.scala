package bottleneck.connectionpool

/** Reads that wait in the database, and then a computation. */
abstract class All(threads: Threads, connections: Int)
    extends ThreadsAndConnections(WorkStudy.all, threads, connections)

final class AllHalfThreads010 extends All(Threads.HalfTheCores, WorkStudy.few)
final class AllThreadPerCore010 extends All(Threads.PerCore, WorkStudy.few)
final class AllThreadPerCore130 extends All(Threads.PerCore, WorkStudy.many)
final class AllThreads004Connections010 extends All(Threads.Four, WorkStudy.few)
final class AllThreads004Connections130 extends All(Threads.Four, WorkStudy.many)
final class AllThreads200Connections010 extends All(Threads.Default, WorkStudy.few)
final class AllThreads200Connections130 extends All(Threads.Default, WorkStudy.many)
