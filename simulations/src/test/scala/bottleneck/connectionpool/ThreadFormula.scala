package bottleneck.connectionpool

import bottleneck.lab.{Experiment, Workload}
import scala.concurrent.duration._

/** ALL with connections enough, on more and more threads (pools/thread-formula). */
abstract class ThreadFormula(perCore: Int)
    extends Experiment(
      ThreadFormulaStudy.trial(ThreadFormula.threads(perCore)),
      ThreadsAndConnections.setting(ThreadFormula.threads(perCore), WorkStudy.many).target,
      _.choose(
        quick = ThreadsAndConnections.load(arrival = 1.second, judged = 16.seconds),
        full = ThreadsAndConnections.load(arrival = 20.seconds, judged = 60.seconds)
      )
    ) {
  measure(
    Workload(
      Work.All.requests,
      Vector(noFailure),
      calibration = Some(Work.All.calibration),
      limits = Work.All.limits(WorkStudy.many, ThreadFormula.threads(perCore), load.users)
    )
  )
}

object ThreadFormula {
  private def threads(perCore: Int): Int = perCore * Threads.PerCore.number
}

final class ThreadsPerCore04 extends ThreadFormula(4)
final class ThreadsPerCore08 extends ThreadFormula(8)
final class ThreadsPerCore16 extends ThreadFormula(16)
final class ThreadsPerCore32 extends ThreadFormula(32)
final class ThreadsPerCore64 extends ThreadFormula(64)
