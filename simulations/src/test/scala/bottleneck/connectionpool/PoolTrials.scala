package bottleneck.connectionpool

import bottleneck.lab.explain.result.Trial
import scala.concurrent.duration._

/** Every variant of the pool experiments. */
object PoolTrials {
  val all: Vector[Trial] = Vector(
    PoolRuns.sizesAt300ms.map(HoldingStudy.at300ms.trial),
    PoolRuns.sizesAt50ms.map(HoldingStudy.at50ms.trial),
    Vector(2, 5, 10, 50).map(PoolFormulaStudy.trial),
    for { timeout <- Vector(3.seconds, 30.seconds); users <- Vector(25, 100, 150) } yield ConnectionTimeoutStudy.trial(
      timeout,
      users
    ),
    Vector(true, false).map(ManagementPortStudy.trial),
    for {
      study <- Vector(WorkStudy.database, WorkStudy.cpu, WorkStudy.all)
      threads <- Threads.all
      connections <- WorkStudy.pools
    } yield study.trial(threads, connections),
    Vector(8, 16, 32, 64, 128).map(ThreadFormulaStudy.trial),
    Vector(20 -> 1, 50 -> 1, 20 -> 2).map { case (size, instances) => PoolTooLargeStudy.trial(size, instances) },
    for { perTask <- Vector(2, 3); pool <- NestedPool.all } yield NestedConnectionsStudy.trial(perTask, pool)
  ).flatten
}
