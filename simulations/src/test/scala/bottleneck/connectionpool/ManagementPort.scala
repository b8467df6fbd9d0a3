package bottleneck.connectionpool

import bottleneck.lab.{Experiment, Workload}
import bottleneck.lab.target.{Load, Target, WarmUp}
import scala.concurrent.duration._

/** A service whose every thread waits for one of 5 connections while its metrics are scraped once a second, on the port
  * of its requests or on one of their own (hikari/management-port).
  */
abstract class ManagementPort(onePort: Boolean)
    extends Experiment(
      ManagementPortStudy.trial(onePort),
      ManagementPort.target(onePort),
      _.choose(
        quick = Load(users = 150, 2.seconds, settle = 19.seconds, 35.seconds, Some(WarmUp(users = 4, 6.seconds))),
        full = Load(users = 150, 140.seconds, settle = 19.seconds, 79.seconds, Some(WarmUp(users = 4, 6.seconds)))
      )
    ) {
  private val holding = HoldingStudy.at300ms.holding

  measure(
    Workload(
      holding.requests,
      Vector(someAnswer),
      calibration = Some(holding.calibration),
      limits = ManagementPort.setting.limits(holding.time, load.users),
      expectedFailures = Answer.expectedFailures
    )
  )
}

object ManagementPort {
  private val setting = PoolSetting(connections = 5, timeout = 30.seconds)

  private def target(onePort: Boolean): Target =
    if (onePort) setting.copy(more = Map("spring.profiles.active" -> "one-port")).target.copy(onePort = true)
    else setting.target
}

/** Spring Boot's default. */
final class ManagementPortShared extends ManagementPort(onePort = true)

final class ManagementPortOwn extends ManagementPort(onePort = false)
