package bottleneck

import bottleneck.hikari._
import bottleneck.lab.claims.verdict.{Studies, Study, Topic}
import bottleneck.pools._
import bottleneck.scaleup._
import bottleneck.tomcat._
import bottleneck.tuning._

/** Every experiment of the site, by topic and in its order. */
final class Experiments extends Studies {
  override def all: Vector[Study] =
    about("Indexes and the database", minutes = 49)(
      JournalStudy.study,
      JournalPoolStudy.study,
      DistantDatabaseStudy.study,
      NextStepsStudy.study,
      ReaderDatabasesStudy.study,
      OnlineIndexStudy.study
    ) ++
      about("Connection pools", minutes = 58)(
        HoldingStudy.at50ms,
        HoldingStudy.at300ms,
        PoolFormulaStudy.study,
        ComputingReadsStudy.study,
        ConnectionTimeoutStudy.study,
        ManagementPortStudy.study,
        PoolTooLargeStudy.study,
        NestedConnectionsStudy.study
      ) ++
      about("Threads", minutes = 25)(
        WorkStudy.database,
        WorkStudy.cpu,
        WorkStudy.all,
        ThreadFormulaStudy.study
      ) ++
      about("Tomcat", minutes = 28)(
        ReadyThreadsStudy.study,
        MinSpareStudy.study,
        MaxConnectionsStudy.study,
        AcceptCountStudy.study,
        RefusedStudy.study,
        IdleConnectionsStudy.study,
        HeldConnectionsStudy.study,
        ZombieWorkStudy.study,
        ThreadStatesStudy.study
      ) ++
      about("Instances and the load balancer", minutes = 31)(
        LatencyStudy.study,
        SameUsersStudy.study,
        HealthCheckStudy.study
      ) ++
      about("Cores and caches", minutes = 70)(
        Tiers.application,
        Tiers.database,
        FindAllStudy.study,
        KneeStudy.study
      )

  private def about(title: String, minutes: Int)(studies: Study*): Vector[Study] =
    studies.toVector.map(_.copy(topic = Some(Topic(title, minutes))))
}
