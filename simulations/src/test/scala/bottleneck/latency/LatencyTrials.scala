package bottleneck.latency

import bottleneck.lab.explain.result.{Study, Trial}

/** Every study and variant of the package, and what is compared with them. */
object LatencyTrials {
  val studies: Vector[Study] = Vector(LatencyStudy.study, SameUsersStudy.study, ScalabilityStudy.study)
  val all: Vector[Trial] =
    Vector(1, 5).map(LatencyStudy.trial) ++ Vector(LatencyStudy.virtual, LatencyStudy.leastConnections) ++
      Vector(1, 5, 30).map(SameUsersStudy.trial) ++ Vector(SameUsersStudy.closing) ++ Vector(5, 30).map(
        SameUsersStudy.crowd
      ) ++
      Vector(1, 2, 3, 5, 10, 20, 30).map(ScalabilityStudy.trial)
}
