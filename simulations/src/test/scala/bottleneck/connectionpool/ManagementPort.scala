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
        quick = Load(users = 60, 2.seconds, settle = 10.seconds, 50.seconds, Some(WarmUp(users = 4, 6.seconds))),
        full = Load(users = 60, 60.seconds, settle = 10.seconds, 130.seconds, Some(WarmUp(users = 4, 6.seconds)))
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
  private[connectionpool] val threads = 40

  /** Fewer threads and users than the source's 100 and 150, so that a response takes 7 s and not 18 s: a window must be
    * much longer than that.
    */
  private val setting = PoolSetting(connections = 5, threads, timeout = 30.seconds)

  private def target(onePort: Boolean): Target =
    if (onePort) setting.copy(more = Map("spring.profiles.active" -> "one-port")).target.copy(onePort = true)
    else setting.target
}

/** Spring Boot's default. */
final class ManagementPortShared extends ManagementPort(onePort = true)

final class ManagementPortOwn extends ManagementPort(onePort = false)
