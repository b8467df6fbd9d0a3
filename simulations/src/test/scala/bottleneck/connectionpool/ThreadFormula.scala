package bottleneck.connectionpool

import bottleneck.lab.explain.record.Expectation
import bottleneck.lab.{ByTurns, Setup, Simulated, Workload}
import scala.concurrent.duration._

/** ALL with connections enough, on more and more threads (pools/thread-formula). */
object ThreadFormula {
  def of(perCore: Int): Setup = Setup(
    ThreadFormulaStudy.trial(threads(perCore)),
    ThreadsAndConnections.setting(threads(perCore), WorkStudy.many).target,
    _.choose(
      quick = ThreadsAndConnections.load(arrival = 1.second, judged = 16.seconds),
      full = ThreadsAndConnections.load(arrival = 20.seconds, judged = 60.seconds)
    ),
    context =>
      Workload(
        Work.All.requests,
        Expectation(Work.All.limits(WorkStudy.many, threads(perCore), context.load.users)),
        calibration = Some(Work.All.calibration)
      )
  )

  private def threads(perCore: Int): Int = perCore * Threads.PerCore.number
}

/** Around what the formula says where all share the cores. */
final class ThreadsPerCore12Against6
    extends ByTurns(ThreadFormula.of(12), ThreadFormula.of(6), ThreadsAndConnections.users)
final class ThreadsPerCore24Against12
    extends ByTurns(ThreadFormula.of(24), ThreadFormula.of(12), ThreadsAndConnections.users)

final class ThreadsPerCore04 extends Simulated(ThreadFormula.of(4))
final class ThreadsPerCore06 extends Simulated(ThreadFormula.of(6))
final class ThreadsPerCore08 extends Simulated(ThreadFormula.of(8))
final class ThreadsPerCore12 extends Simulated(ThreadFormula.of(12))
final class ThreadsPerCore16 extends Simulated(ThreadFormula.of(16))
final class ThreadsPerCore24 extends Simulated(ThreadFormula.of(24))
final class ThreadsPerCore32 extends Simulated(ThreadFormula.of(32))
final class ThreadsPerCore48 extends Simulated(ThreadFormula.of(48))
final class ThreadsPerCore64 extends Simulated(ThreadFormula.of(64))
