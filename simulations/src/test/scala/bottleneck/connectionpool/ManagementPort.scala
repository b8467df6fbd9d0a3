package bottleneck.connectionpool

import bottleneck.lab.{Setup, Simulated}
import bottleneck.lab.target.{ClosedLoad, Scraping}
import scala.concurrent.duration._

/** The source's service whose threads all wait for one of 5 connections, while it is scraped as by Prometheus, on the
  * port of its requests or on one of their own (hikari/management-port).
  */
object ManagementPort {

  /** @param settle
    *   until all of the first users have had their turn
    */
  def of(onePort: Boolean, users: Int, settle: FiniteDuration): Setup = {
    val setup = ConnectionPool.of(
      ManagementPortStudy.trial(onePort, users),
      PoolSetting(connections, timeout = 30.seconds, onePort = onePort),
      holding,
      _.choose(
        quick = ClosedLoad(users, 2.seconds, settle, settle + 60.seconds, Some(holding.warmUp)),
        full = ClosedLoad(users, 60.seconds, settle, settle + 120.seconds, Some(holding.warmUp))
      )
    )
    setup.copy(target = setup.target.copy(scraping = Some(scraping)))
  }

  private[connectionpool] val holding = HoldingStudy.at300ms.holding
  private[connectionpool] val connections = 5

  /** The source's last stage. */
  private[connectionpool] val sourcesUsers = 150

  /** The lab's number of users: by theory every scrape on the shared port times out. */
  private[connectionpool] val manyUsers = 250

  /** Prometheus waits for 10 s by default, and never longer than it is until the next scrape. */
  private[connectionpool] val scraping = Scraping(every = 10.seconds, patience = 10.seconds)
}

/** Spring Boot's default. */
final class ManagementPortShared
    extends Simulated(ManagementPort.of(onePort = true, ManagementPort.sourcesUsers, settle = 20.seconds))

final class ManagementPortOwn
    extends Simulated(ManagementPort.of(onePort = false, ManagementPort.sourcesUsers, settle = 20.seconds))

final class ManagementPortSharedManyUsers
    extends Simulated(ManagementPort.of(onePort = true, ManagementPort.manyUsers, settle = 32.seconds))
