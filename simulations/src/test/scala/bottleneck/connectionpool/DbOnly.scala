package bottleneck.connectionpool

import bottleneck.lab.{Setup, Simulated}
import scala.concurrent.duration._

/** Reads that wait in the database. */
object DbOnly {
  def of(
      threads: Threads,
      connections: Int,
      settle: FiniteDuration = ThreadsAndConnections.settle
  ): Setup = ThreadsAndConnections.of(WorkStudy.database, threads, connections, settle)
}

final class DbOnlyHalfThreads010 extends Simulated(DbOnly.of(Threads.HalfTheCores, WorkStudy.few))
final class DbOnlyThreadPerCore010 extends Simulated(DbOnly.of(Threads.PerCore, WorkStudy.few))
final class DbOnlyThreadPerCore130 extends Simulated(DbOnly.of(Threads.PerCore, WorkStudy.many))
final class DbOnlyThreads004Connections010 extends Simulated(DbOnly.of(Threads.Four, WorkStudy.few))
final class DbOnlyThreads004Connections130 extends Simulated(DbOnly.of(Threads.Four, WorkStudy.many))
final class DbOnlyThreads008Connections130 extends Simulated(DbOnly.of(Threads.Eight, WorkStudy.many))
final class DbOnlyThreads200Connections010 extends Simulated(DbOnly.of(Threads.Default, WorkStudy.few))
final class DbOnlyThreads200Connections130
    extends Simulated(DbOnly.of(Threads.Default, WorkStudy.many, settle = 26.seconds))
