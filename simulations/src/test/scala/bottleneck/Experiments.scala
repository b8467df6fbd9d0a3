package bottleneck

import bottleneck.balancer.HealthCheckStudy
import bottleneck.connectionpool._
import bottleneck.journal.JournalTrials
import bottleneck.lab.explain.result.{Studies, Study, Topic}
import bottleneck.latency.LatencyTrials
import bottleneck.scaleup.ScaleUpTrials
import bottleneck.threadpool._

/** Every experiment of the site, by topic and in its order. */
final class Experiments extends Studies {
  override def all: Vector[Study] =
    about("Indexes and the database", minutes = 40)(JournalTrials.studies) ++
      about("Connection pools", minutes = 50)(pools) ++
      about("Threads", minutes = 25)(threads) ++
      about("Tomcat", minutes = 20)(tomcat) ++
      about("Instances and the load balancer", minutes = 30)(LatencyTrials.studies :+ HealthCheckStudy.study) ++
      about("Cores and caches", minutes = 70)(ScaleUpTrials.studies)

  private def about(title: String, minutes: Int)(studies: Vector[Study]): Vector[Study] =
    studies.map(_.copy(topic = Some(Topic(title, minutes))))

  private def pools: Vector[Study] = Vector(
    HoldingStudy.at50ms.study,
    HoldingStudy.at300ms.study,
    PoolFormulaStudy.study,
    ConnectionTimeoutStudy.study,
    ManagementPortStudy.study,
    PoolTooLargeStudy.study,
    NestedConnectionsStudy.study
  )

  private def threads: Vector[Study] = Vector(
    WorkStudy.database.study,
    WorkStudy.cpu.study,
    WorkStudy.all.study,
    ThreadFormulaStudy.study
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
