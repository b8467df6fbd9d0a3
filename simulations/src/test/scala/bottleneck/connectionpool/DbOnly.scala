package bottleneck.connectionpool

import scala.concurrent.duration._

/** Reads that wait in the database. */
abstract class DbOnly(
    threads: Threads,
    connections: Int,
    settle: FiniteDuration = ThreadsAndConnections.settle
) extends ThreadsAndConnections(WorkStudy.database, threads, connections, settle)

final class DbOnlyHalfThreads010 extends DbOnly(Threads.HalfTheCores, WorkStudy.few)
final class DbOnlyThreadPerCore010 extends DbOnly(Threads.PerCore, WorkStudy.few)
final class DbOnlyThreadPerCore130 extends DbOnly(Threads.PerCore, WorkStudy.many)
final class DbOnlyThreads004Connections010 extends DbOnly(Threads.Four, WorkStudy.few)
final class DbOnlyThreads004Connections130 extends DbOnly(Threads.Four, WorkStudy.many)
final class DbOnlyThreads200Connections010 extends DbOnly(Threads.Default, WorkStudy.few)
final class DbOnlyThreads200Connections130 extends DbOnly(Threads.Default, WorkStudy.many, settle = 26.seconds)
