package bottleneck.lab.run.fault

import bottleneck.lab.run.balancer.HaProxy
import bottleneck.lab.run.cache.TargetRedis
import bottleneck.lab.run.postgres.TargetDatabase
import bottleneck.lab.run.process.FailingPart
import bottleneck.lab.run.relay.RelayProcess
import bottleneck.lab.run.service.Service
import bottleneck.lab.target.Part

/** The parts that can be made to fail. */
final case class FailingTarget(
    service: Service,
    database: Option[TargetDatabase],
    balancer: Option[HaProxy],
    redis: Option[TargetRedis]
) {
  def relay: Option[RelayProcess] = database.flatMap(_.relay)

  /** Nothing where there is none, or it is not the lab's. */
  def part(named: Part): Option[FailingPart] = named match {
    case Part.Instance(n) => service.instance(n).map(_.failing)
    case Part.Database => database.flatMap(_.failing)
    case Part.Relay => relay.map(_.failing)
    case Part.Balancer => balancer.map(_.failing)
    case Part.Redis => redis.flatMap(_.failing)
  }
}
