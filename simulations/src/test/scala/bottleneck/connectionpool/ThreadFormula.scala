package bottleneck.connectionpool

import bottleneck.lab.{Experiment, Workload}
import scala.concurrent.duration._

/** ALL with connections enough, on more and more threads (pools/thread-formula). */
abstract class ThreadFormula(threads: Int)
    extends Experiment(
      ThreadFormulaStudy.trial(threads),
      ThreadsAndConnections.setting(threads, connections = 130).target,
      _.choose(
        quick = ThreadsAndConnections.load(arrival = 1.second, judged = 16.seconds),
        full = ThreadsAndConnections.load(arrival = 20.seconds, judged = 60.seconds)
      )
    ) {
  measure(
    Workload(
      Work.All.requests,
      Vector(noFailure),
      limits = Work.All.limits(connections = 130, threads, load.users)
    )
  )
}

final class Threads008 extends ThreadFormula(8)
final class Threads016 extends ThreadFormula(16)
final class Threads032 extends ThreadFormula(32)
final class Threads064 extends ThreadFormula(64)
final class Threads128 extends ThreadFormula(128)
