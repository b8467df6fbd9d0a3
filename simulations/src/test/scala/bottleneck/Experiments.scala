package bottleneck

import bottleneck.balancer.HealthCheckStudy
import bottleneck.connectionpool._
import bottleneck.journal.{JournalPoolStudy, JournalStudy, OnlineIndexStudy}
import bottleneck.lab.explain.result.{Studies, Study}
import bottleneck.latency.LatencyStudy
import bottleneck.threadpool._

/** Every experiment of the site, in its order. */
final class Experiments extends Studies {
  override def all: Vector[Study] =
    journal ++ Vector(LatencyStudy.study) ++ pools ++ tomcat :+ HealthCheckStudy.study

  private def journal: Vector[Study] = Vector(JournalStudy.study, JournalPoolStudy.study, OnlineIndexStudy.study)

  private def pools: Vector[Study] = Vector(
    HoldingStudy.at50ms.study,
    HoldingStudy.at300ms.study,
    PoolFormulaStudy.study,
    ConnectionTimeoutStudy.study,
    ManagementPortStudy.study,
    WorkStudy.database.study,
    WorkStudy.cpu.study,
    WorkStudy.all.study,
    ThreadFormulaStudy.study,
    PoolTooLargeStudy.study,
    NestedConnectionsStudy.study
  )

  private def tomcat: Vector[Study] = Vector(
    ReadyThreadsStudy.study,
    MinSpareStudy.study,
    MaxConnectionsStudy.study,
    AcceptCountStudy.study,
    RefusedStudy.study,
    HeldConnectionsStudy.study,
    ZombieWorkStudy.study,
    ThreadStatesStudy.study
  )
}
