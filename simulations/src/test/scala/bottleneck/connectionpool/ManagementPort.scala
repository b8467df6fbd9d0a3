package bottleneck.connectionpool

import bottleneck.lab.{Setup, Simulated}
import bottleneck.lab.target.ClosedLoad
import scala.concurrent.duration._

/** A service whose every thread waits for one of 5 connections while its metrics are scraped once a second, on the port
  * of its requests or on one of their own (hikari/management-port).
  */
object ManagementPort {
  def of(onePort: Boolean): Setup = ConnectionPool.of(
    ManagementPortStudy.trial(onePort),
    PoolSetting(connections = 5, threads, timeout = 30.seconds, onePort = onePort),
    holding,
    _.choose(
      quick = ClosedLoad(users = 60, 2.seconds, settle = 10.seconds, 50.seconds, Some(holding.warmUp)),
      full = ClosedLoad(users = 60, 60.seconds, settle = 10.seconds, 130.seconds, Some(holding.warmUp))
    )
  )

  private val holding = HoldingStudy.at300ms.holding

  /** Fewer threads and users than the source's 100 and 150, so that a response takes 7 s and not 18 s: a window must be
    * much longer than that.
    */
  private[connectionpool] val threads = 40
}

/** Spring Boot's default. */
final class ManagementPortShared extends Simulated(ManagementPort.of(onePort = true))

final class ManagementPortOwn extends Simulated(ManagementPort.of(onePort = false))
